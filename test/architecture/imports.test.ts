import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe as group, test } from 'node:test';
import { electronFiles, judgeImports, pureFiles } from './import-rules.ts';
import { judgePurity } from './purity-rules.ts';
import { describe, productFolders, readCode, root } from './source-tree.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
const rules = { shippedPackages: Object.keys(manifest.dependencies) };
const sources = readCode(productFolders);

test('every file imports only what its layer may import', () => {
  assert.deepEqual(describe(sources.flatMap((source) => judgeImports(source, rules))), []);
});

test('pure files use no clock, chance, process or other surroundings', () => {
  const pure = sources.filter(({ path }) => pureFiles.includes(path));
  assert.deepEqual(describe(pure.flatMap(judgePurity)), []);
});

test('the compiler project of the pure files lists exactly the pure files', () => {
  const project = JSON.parse(readFileSync(join(root, 'tsconfig.pure.json'), 'utf8')) as { include: string[] };
  assert.deepEqual(project.include.toSorted(), pureFiles.toSorted());
});

group('the import rule', () => {
  const packages = { shippedPackages: [...rules.shippedPackages, 'zustand'] };
  const breaches = (path: string, text: string): string[] => judgeImports({ path, text }, packages).map(({ message }) => message);
  const aPureFile = 'electron/core/gate/gate.ts';

  const banned: readonly (readonly [from: string, text: string])[] = [
    ['shared/ids.ts', "import { randomUUID } from 'node:crypto';"],
    ['shared/ids.ts', "import { join } from 'path';"],
    ['shared/ids.ts', "import { readFile } from 'fs/promises';"],
    ['shared/ids.ts', "import { useState } from 'react';"],
    ['shared/ids.ts', "import type { Core } from '../electron/core/core.ts';"],
    ['shared/ids.ts', "export * from '../renderer/app.tsx';"],
    [aPureFile, "import { z } from 'zod';"],
    [aPureFile, "import { gatherFacts } from './facts.ts';"],
    [aPureFile, "const fs = await import('node:fs');"],
    ['electron/core/core.ts', "import { app } from 'electron';"],
    ['electron/core/core.ts', "type App = import('electron').App;"],
    ['electron/core/core.ts', "import { render } from '../../renderer/app.tsx';"],
    ['electron/core/core.ts', "import { serve } from '../serve.ts';"],
    ['electron/core/rpc/handlers.ts', "import { WebSocketServer } from 'ws';"],
    ['electron/core/core.ts', "import { createElement } from 'react';"],
    ['electron/core/core.ts', 'const library = await import(name);'],
    ['electron/core/core.ts', "const electron = createRequire(import.meta.url)('electron');"],
    ['electron/core/core.ts', "new Worker(new URL('../serve.ts', import.meta.url));"],
    ['electron/core/core.ts', "import ts from 'typescript';"],
    ['electron/serve.ts', "import { openJournal } from './core/store/journal.ts';"],
    ['electron/serve.ts', "import { app } from 'electron';"],
    ['electron/serve.ts', "import { strings } from '../renderer/strings/en.ts';"],
    ['renderer/app.tsx', "import { readFile } from 'node:fs/promises';"],
    ['renderer/app.tsx', "import { ipcRenderer } from 'electron';"],
    ['renderer/app.tsx', "import type { Core } from '../electron/core/core.ts';"],
    ['renderer/features/chat/page.tsx', "import { Virtualizer } from 'virtua';"],
    ['renderer/app.tsx', "import Database from 'better-sqlite3';"],
    ['renderer/features/chat/page.tsx', "import { Gauge } from '../budget/gauge.tsx';"],
    ['renderer/features/chat/page.tsx', "import { App } from '../../app.tsx';"],
    ['renderer/features/chat/parts/card.tsx', "import { Gauge } from '../../budget/gauge.tsx';"],
    ['renderer/ui/button.tsx', "import { Page } from '../features/chat/page.tsx';"],
    ['scripts/run.mjs', "import { z } from 'zod';"],
    ['scripts/run.mjs', "import { root } from '../test/architecture/source-tree.ts';"],
  ];
  for (const [from, text] of banned) {
    test(`refuses ${text} in ${from}`, () => {
      assert.equal(breaches(from, text).length, 1);
    });
  }

  const allowed: readonly (readonly [from: string, text: string])[] = [
    ['shared/ids.ts', "import { z } from 'zod'; import { fail } from './errors.ts';"],
    [aPureFile, "import type { Role } from '../../../shared/role.ts'; import { table } from './table.ts';"],
    ['electron/core/core.ts', "import { join } from 'node:path'; import Database from 'better-sqlite3'; import { decideGate } from './gate/gate.ts';"],
    ['electron/core/core.ts', "new Worker(new URL('./store/reader.ts', import.meta.url));"],
    ['electron/serve.ts', "import { createCore } from './core/core.ts'; import { WebSocketServer } from 'ws'; import { x } from './port-transport.ts';"],
    ['renderer/features/chat/page.tsx', "import styles from './page.module.css'; import { Button } from '../../ui/button.tsx'; import { useCore } from '../../core.tsx';"],
    ['renderer/features/chat/parts/card.tsx', "import { Page } from '../page.tsx'; import { foldTurn } from '../../../../shared/fold-turn.ts';"],
    ['renderer/features/chat/store.ts', "import { create } from 'zustand'; import { text } from '../../strings/en.ts';"],
    ['scripts/run.mjs', "import { join } from 'node:path'; import { start } from './start.mjs';"],
    ...electronFiles.map((path) => [path, "import { app } from 'electron';"] as const),
  ];
  for (const [from, text] of allowed) {
    test(`lets ${from} have ${text}`, () => {
      assert.deepEqual(breaches(from, text), []);
    });
  }

  test('is not fooled by imports in comments and texts', () => {
    assert.deepEqual(breaches('shared/ids.ts', "// import 'node:fs';\nexport const text = \"import 'electron'\";"), []);
  });
});

group('the purity rule', () => {
  const breaches = (text: string): string[] => judgePurity({ path: 'electron/core/gate/gate.ts', text }).map(({ message }) => message);

  const impure = [
    'const now = Date.now();',
    'const today = new Date();',
    'const chance = Math.random();',
    'const { random } = Math;',
    "const chance = Math['random']();",
    'const home = process.env.HOME;',
    'const started = performance.now();',
    'const id = crypto.randomUUID();',
    'const clock = globalThis.Date;',
    'const facts = { process };',
  ];
  for (const text of impure) {
    test(`refuses ${text}`, () => {
      assert.notDeepEqual(breaches(text), []);
    });
  }

  test('allows arithmetic and members that are merely named alike', () => {
    assert.deepEqual(breaches('const size = Math.max(1, event.process); interface Facts { process: string } const facts = { crypto: true };'), []);
  });
});
