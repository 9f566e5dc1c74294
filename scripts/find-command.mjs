import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Every place on PATH where the command can be run, first match first.
 *
 * @param {string} name
 * @param {NodeJS.ProcessEnv} environment
 * @param {NodeJS.Platform} [platform]
 * @returns {string[]}
 */
export function findCommands(name, environment, platform = process.platform) {
  const path = environment.PATH ?? environment.Path ?? '';
  const endings = platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => endings.map((ending) => join(folder, name + ending)))
    .filter(isExecutable);
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} environment
 * @returns {string | undefined}
 */
export function findCommand(name, environment) {
  return findCommands(name, environment)[0];
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
