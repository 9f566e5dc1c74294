import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataDirectory } from '../../scripts/data-directory.mjs';

const home = join('/', 'home', 'person');

test('GATEHOUSE_DATA names the folder on every system', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    assert.equal(dataDirectory({ GATEHOUSE_DATA: '/data', XDG_DATA_HOME: '/xdg', APPDATA: '/app' }, platform, home), '/data');
  }
});

test('without it each system has its customary place', () => {
  assert.equal(dataDirectory({}, 'linux', home), join(home, '.local', 'share', 'gatehouse'));
  assert.equal(dataDirectory({ GATEHOUSE_DATA: '', XDG_DATA_HOME: '/xdg' }, 'linux', home), join('/xdg', 'gatehouse'));
  assert.equal(dataDirectory({}, 'darwin', home), join(home, 'Library', 'Application Support', 'Gatehouse'));
  assert.equal(dataDirectory({ APPDATA: '/app' }, 'win32', home), join('/app', 'Gatehouse'));
});
