import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { securityHeaders } from '../../electron/security-headers.ts';
import { findImports } from './find-imports.ts';
import { readCode, root } from './source-tree.ts';
import type { SourceText } from './source-tree.ts';

/* Electron's security checklist, as far as it can be read off the sources. What the shell does when it runs: test/shell. */

interface Rule {
  readonly pattern: RegExp;
  readonly message: string;
  /** The only file where it may stand. */
  readonly only?: string;
}

const rules: readonly Rule[] = [
  { pattern: /\b(?:nodeIntegration\w*|webviewTag|allowRunningInsecureContent|experimentalFeatures|navigateOnDragDrop|plugins|enableWebSQL)\s*:\s*true/, message: 'switches on what is off' },
  { pattern: /\b(?:contextIsolation|sandbox|webSecurity|safeDialogs)\s*:\s*false/, message: 'switches off what protects' },
  { pattern: /enableRemoteModule|@electron\/remote|enableBlinkFeatures|allowpopups|<webview\b|BrowserView\b/, message: 'uses what has no place here' },
  { pattern: /\bcontextBridge\b|\bexposeInMainWorld\b/, message: 'hands functions to the page; it gets one port' },
  { pattern: /\bexecuteJavaScript\b|\binsertCSS\b|\bopenDevTools\b/, message: 'reaches into the page' },
  { pattern: /\bloadFile\b|['"`]file:\/\//, message: 'loads from file:, which reads any file' },
  { pattern: /\bappendSwitch\b|--no-sandbox|ignore-certificate-errors|remote-debugging|disable-web-security/, message: 'changes how the engine protects' },
  { pattern: /\bopenExternal\b/, message: 'opens addresses outside', only: 'electron/window.ts' },
  { pattern: /\bopenPath\b|\bshowItemInFolder\b/, message: 'opens files outside' },
  { pattern: /\bloadURL\b/, message: 'loads a page', only: 'electron/window.ts' },
  { pattern: /\bnew BrowserWindow\b/, message: 'opens a window', only: 'electron/window.ts' },
  { pattern: /\bipcRenderer\b/, message: 'talks to the shell from a page', only: 'electron/preload.ts' },
  { pattern: /\bipcMain\b/, message: 'listens to every page; a window has channels of its own' },
  { pattern: /\bwindow\.open\(/, message: 'opens a window; the dialog that shows the address does', only: 'renderer/parts/link-dialog.tsx' },
  { pattern: /\btarget=["'{`]+_/, message: 'leaves the window by a link' },
  { pattern: /href=["']https?:/, message: 'leaves the window by a link' },
];

const breachesOf = ({ path, text }: SourceText): string[] =>
  rules.filter(({ pattern, only }) => path !== only && pattern.test(text)).map(({ message }) => `${path} ${message}`);

/** The browser shell and the scripts may name such things; they never run within Electron. */
const desktopSources = readCode(['electron', 'renderer', 'shared']);

test('nothing in the sources weakens the desktop shell', () => {
  assert.deepEqual(desktopSources.flatMap(breachesOf), []);
});

test('each rule finds what it is about, and what may stand in one file stands there', () => {
  const examples = [
    'nodeIntegration: true', 'nodeIntegrationInWorker:true', 'contextIsolation: false', 'enableRemoteModule', 'contextBridge.exposeInMainWorld', 'webContents.executeJavaScript(x)', "loadURL('file:///x')",
    "app.commandLine.appendSwitch('no-sandbox')", 'shell.openExternal(x)', 'shell.openPath(x)', 'w.loadURL(x)', 'new BrowserWindow({})', 'ipcRenderer.send()', 'ipcMain.handle()', 'window.open(x)', '<a target="_blank">', '<a href="https://x">',
  ];
  for (const text of examples) assert.notDeepEqual(breachesOf({ path: 'electron/other.ts', text }), [], text);
  for (const { only, pattern } of rules) {
    if (only !== undefined) assert.match(readFileSync(join(root, only), 'utf8'), pattern, only);
  }
});

test('the preload script loads nothing but Electron and names', () => {
  const text = readFileSync(join(root, 'electron/preload.ts'), 'utf8');
  assert.deepEqual(findImports({ path: 'electron/preload.ts', text }).imports.map(({ specifier }) => specifier).toSorted(), ['../shared/app-page.ts', 'electron']);
  assert.deepEqual(findImports({ path: 'shared/app-page.ts', text: readFileSync(join(root, 'shared/app-page.ts'), 'utf8') }).imports, []);
});

test('both shells’ policies allow no inline code, no evaluation and no foreign origin', () => {
  for (const port of [null, 7420]) {
    const policy = securityHeaders(port)['Content-Security-Policy'] ?? '';
    const allowed = policy.split('; ').flatMap((directive) => directive.split(' ').slice(1));
    assert.deepEqual([...new Set(allowed)].toSorted(), ["'none'", "'self'", 'data:', ...(port === null ? [] : ['ws://127.0.0.1:7420'])].toSorted());
    assert.match(policy, /^default-src 'none'; script-src 'self';/);
  }
});

test('Electron is pinned to one version', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { devDependencies: Record<string, string> };
  assert.match(manifest.devDependencies['electron'] ?? '', /^\d+\.\d+\.\d+$/);
});
