import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * A digest of files and folders, by relative name and content. Entries that don't exist count as absent.
 *
 * @param {string} root
 * @param {readonly string[]} entries
 * @returns {string}
 */
export function hashSources(root, entries) {
  const hash = createHash('sha256');
  for (const file of entries.flatMap((entry) => listFiles(join(root, entry)))) {
    hash.update(relative(root, file).split(sep).join('/')).update('\0');
    hash.update(createHash('sha256').update(readFileSync(file)).digest());
  }
  return hash.digest('hex');
}

/**
 * All files under a path in a fixed order, without installed packages and hidden entries.
 *
 * @param {string} path
 * @returns {string[]}
 */
export function listFiles(path) {
  const kind = statSync(path, { throwIfNoEntry: false });
  if (kind === undefined) return [];
  if (kind.isFile()) return [path];
  return readdirSync(path)
    .filter((name) => name !== 'node_modules' && !name.startsWith('.'))
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}
