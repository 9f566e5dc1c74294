import assert from 'node:assert/strict';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { cleanEnvironment, withCompiledSources, withNodeFirst } from '../../scripts/clean-environment.mjs';

test('settings that would make npm leave packages out do not reach npm, in any letter case', () => {
  const unwanted = {
    NODE_ENV: 'production',
    npm_config_omit: 'dev',
    NPM_CONFIG_OMIT: 'optional',
    npm_config_only: 'production',
    npm_config_production: 'true',
    npm_config_ignore_scripts: 'false',
    npm_config_global: 'true',
    npm_config_prefix: '/elsewhere',
  };
  const kept = { PATH: '/bin', HOME: '/home/person', npm_config_cache: '/cache', GATEHOUSE_DATA: '/data' };
  assert.deepEqual(cleanEnvironment({ ...unwanted, ...kept }), kept);
});

test('children find the pinned Node before any other', () => {
  assert.equal(withNodeFirst({ PATH: '/usr/bin' }, '/pinned/bin/node').PATH, `/pinned/bin${delimiter}/usr/bin`);
  assert.equal(withNodeFirst({}, '/pinned/bin/node').PATH, '/pinned/bin');
  assert.deepEqual(withNodeFirst({ Path: 'C' }, '/pinned/bin/node'), { Path: `/pinned/bin${delimiter}C` });
});

test('what was compiled once is kept with what is built, unless the person has set another place', () => {
  assert.deepEqual(withCompiledSources({ PATH: '/bin' }, '/project'), { PATH: '/bin', NODE_COMPILE_CACHE: join('/project', 'out', '.compiled') });
  assert.deepEqual(withCompiledSources({ NODE_COMPILE_CACHE: '/elsewhere' }, '/project'), { NODE_COMPILE_CACHE: '/elsewhere' });
});
