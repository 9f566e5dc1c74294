import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';

const css = readFileSync(new URL('../../renderer/ui/tokens.css', import.meta.url), 'utf8');
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\);/g)];
const themes = { light: colours(2), dark: colours(3) };
const grounds = ['page', 'rail', 'raised', 'sunken'];
const meanings = ['read', 'write', 'destructive', 'taint', 'asks', 'ok'];

function colours(at: 2 | 3): Map<string, string> {
  return new Map(pairs.map((pair) => [pair[1] ?? '', pair[at] ?? '']));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(theme: Map<string, string>, one: string, other: string): number {
  const [a = 0, b = 0] = [one, other].map((name) => luminance(theme.get(name) ?? assert.fail(`no colour ${name}`))).sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}

function tooLow(least: number, pairs: [string, string][]): string[] {
  return Object.entries(themes).flatMap(([name, theme]) =>
    pairs
      .map(([one, other]) => ({ one, other, ratio: contrast(theme, one, other) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ one, other, ratio }) => `${name}: ${one} on ${other} is ${ratio.toFixed(2)}`),
  );
}

test('every meaning has a text, a fill and a border tone of at least 4.5:1 in both themes', () => {
  const pairs = meanings.flatMap((meaning): [string, string][] => [
    [`${meaning}-text`, `${meaning}-fill`],
    [`${meaning}-border`, `${meaning}-fill`],
    ...grounds.flatMap((ground): [string, string][] => [
      [`${meaning}-text`, ground],
      [`${meaning}-border`, ground],
    ]),
  ]);
  assert.deepEqual(tooLow(4.5, pairs), []);
});

test('text in all its greys is readable on every ground, also under the pointer', () => {
  const pairs = ['text', 'text-muted'].flatMap((text) => [...grounds, 'hover', 'active', 'field'].map((ground): [string, string] => [text, ground]));
  const faint = [...grounds, 'field'].map((ground): [string, string] => ['text-faint', ground]);
  assert.deepEqual(tooLow(4.5, [...pairs, ...faint]), []);
});

test('words on solid buttons are readable in every state', () => {
  const states = ['', '-hover', '-active'];
  assert.deepEqual(tooLow(4.5, states.flatMap((state): [string, string][] => [['on-solid', `accent-solid${state}`], ['on-solid', `danger-solid${state}`]])), []);
});

test('code colours are readable on the ground of code', () => {
  const names = [...themes.light.keys()].filter((name) => name.startsWith('syntax-'));
  assert.equal(names.length, 7);
  assert.deepEqual(tooLow(4.5, names.map((name) => [name, 'sunken'])), []);
});

test('outlines of controls and the focus ring stand out by 3:1', () => {
  assert.deepEqual(tooLow(3, ['edge', 'focus'].flatMap((line) => grounds.map((ground): [string, string] => [line, ground]))), []);
});

test('every colour is there once, for light and for dark, and a theme says nothing but which of the two', () => {
  assert.ok(pairs.length > 40);
  assert.equal(themes.light.size, pairs.length);
  assert.equal([...css.matchAll(/#[0-9a-f]{3,8}\b/gi)].length, 2 * pairs.length);
  const rules = new Map([...css.matchAll(/:root\[data-theme='(\w+)'\] \{\s*([^}]*?)\s*\}/g)].map(([, theme = '', declared = '']) => [theme, declared]));
  assert.deepEqual(rules, new Map([['dark', 'color-scheme: dark;'], ['system', 'color-scheme: light dark;']]));
});

test('no other style sheet of the parts names a colour of its own', async () => {
  const { globSync } = await import('node:fs');
  const root = new URL('../../renderer/ui/', import.meta.url);
  const guilty = globSync('**/*.css', { cwd: root }).filter((file) => {
    if (file === 'tokens.css') return false;
    return /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\boklch\(/i.test(readFileSync(new URL(file, root), 'utf8'));
  });
  assert.deepEqual(guilty, []);
});
