import { delimiter, dirname, join } from 'node:path';

/** Settings that would make npm leave out packages we need, install elsewhere, or run scripts we switched off. */
const unwantedNpmSettings = ['omit', 'only', 'production', 'ignore_scripts', 'global', 'prefix'];
const unwantedNames = new Set(['node_env', ...unwantedNpmSettings.map((setting) => `npm_config_${setting}`)]);

/**
 * npm reads its variables in any letter case, so the names are compared without case.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnvironment(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !unwantedNames.has(name.toLowerCase())));
}

/**
 * The environment for children: whatever they start as `node` is the pinned Node too.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} nodeBinary
 * @returns {NodeJS.ProcessEnv}
 */
export function withNodeFirst(environment, nodeBinary) {
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const path = environment[pathName];
  const folder = dirname(nodeBinary);
  return { ...environment, [pathName]: path === undefined || path === '' ? folder : `${folder}${delimiter}${path}` };
}

/**
 * Node keeps there what it made of the sources, so that no process compiles them again. What is stale is made anew, by
 * Node itself: it looks at the text of each source. A place that the person has set stays.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
export function withCompiledSources(environment, root) {
  return { NODE_COMPILE_CACHE: join(root, 'out', '.compiled'), ...environment };
}
