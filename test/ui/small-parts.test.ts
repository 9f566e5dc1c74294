import { test } from 'node:test';
import assert from 'node:assert/strict';
import { gaugeShares } from '../../renderer/ui/gauge-shares.ts';
import { relativeTimeText } from '../../renderer/ui/relative-time-text.ts';
import { shortcutParts } from '../../renderer/ui/shortcut-parts.ts';
import { createTicker } from '../../renderer/ui/ticker.ts';

test('the gauge shows used, reserved and left, together one bar', () => {
  assert.deepEqual(gaugeShares(30, 20, 100), { used: 30, reserved: 20, left: 50, over: false });
  assert.deepEqual(gaugeShares(90, 50, 100), { used: 90, reserved: 10, left: 0, over: false });
  assert.deepEqual(gaugeShares(150, 50, 100), { used: 100, reserved: 0, left: 0, over: true });
});

test('a gauge without a usable limit is full, never empty', () => {
  for (const limit of [0, -1, Number.NaN]) assert.equal(gaugeShares(1, 0, limit).used, 100);
  assert.equal(gaugeShares(Number.NaN, -5, 100).left, 100);
});

test('ages read in the words of the locale, both ways', () => {
  const now = 1_800_000_000_000;
  assert.equal(relativeTimeText(now - 3_000, now, 'en'), 'now');
  assert.equal(relativeTimeText(now + 3_000, now, 'en'), 'now');
  assert.equal(relativeTimeText(now - 59_999, now, 'en'), '59 sec. ago');
  assert.equal(relativeTimeText(now - 180_000, now, 'en'), '3 min. ago');
  assert.equal(relativeTimeText(now + 2 * 86_400_000, now, 'en'), 'in 2 days');
  assert.equal(relativeTimeText(now - 86_400_000, now, 'en'), 'yesterday');
  assert.equal(relativeTimeText(now - 180_000, now, 'de'), 'vor 3 Min.');
});

test('one beat serves all listeners and stops with the last', () => {
  let time = 1;
  let beats = 0;
  let run = () => {};
  const ticker = createTicker({
    clock: () => time,
    every: (next) => {
      beats += 1;
      run = next;
      return () => {
        beats -= 1;
      };
    },
  });
  const heard: string[] = [];
  const first = ticker.subscribe(() => heard.push('first'));
  const second = ticker.subscribe(() => heard.push('second'));
  assert.equal(beats, 1);
  time = 2;
  run();
  assert.deepEqual(heard, ['first', 'second']);
  assert.equal(ticker.now(), 2);
  first();
  assert.equal(beats, 1);
  second();
  assert.equal(beats, 0);
});

test('shortcuts are drawn in the names of the platform', () => {
  assert.deepEqual(shortcutParts('mod+shift+k', true), ['⌘', '⇧', 'K']);
  assert.deepEqual(shortcutParts('mod+shift+k', false), ['Ctrl', 'Shift', 'K']);
  assert.deepEqual(shortcutParts('g i', false), ['G', 'I']);
  assert.deepEqual(shortcutParts('F6', false), ['F6']);
});
