import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** `path` is relative to the root, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

export interface Breach {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** What the product consists of, without its tests. */
export const productFolders = ['shared', 'electron', 'renderer', 'scripts'] as const;

/** All files under the folders, without installed packages, hidden entries and test data; absent folders are empty. */
export function listPaths(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => {
    if (statSync(join(root, folder), { throwIfNoEntry: false }) === undefined) return [];
    return readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => !['node_modules', 'fixtures'].includes(entry.name) && !entry.name.startsWith('.'))
      .flatMap((entry) => (entry.isDirectory() ? listPaths([`${folder}/${entry.name}`]) : [`${folder}/${entry.name}`]));
  });
}

export function readCode(folders: readonly string[]): SourceText[] {
  return listPaths(folders)
    .filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function parse(source: SourceText): ts.SourceFile {
  return ts.createSourceFile(source.path, source.text, ts.ScriptTarget.Latest, true);
}

export function visitAll(tree: ts.SourceFile, visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(tree);
}

export function breachAt(tree: ts.SourceFile, position: number, message: string): Breach {
  return { path: tree.fileName, line: tree.getLineAndCharacterOfPosition(position).line + 1, message };
}

/** One line per breach, to compare with an empty list: a failing test then shows them all. */
export function describe(breaches: readonly Breach[]): string[] {
  return breaches.map(({ path, line, message }) => `${path}:${line} ${message}`);
}
