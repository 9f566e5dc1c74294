import { test } from 'node:test';
import assert from 'node:assert/strict';
import { enterMeaning, type EnterFacts } from '../../renderer/ui/enter-key.ts';

const enter: EnterFacts = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, keyCode: 13 };

test('a plain Enter submits', () => {
  assert.equal(enterMeaning(enter), 'submit');
});

test('an Enter that only confirms a candidate never submits, whichever way the engine marks it', () => {
  assert.equal(enterMeaning({ ...enter, nativeEvent: { isComposing: true } }), 'compose');
  assert.equal(enterMeaning({ ...enter, isComposing: true }), 'compose');
  assert.equal(enterMeaning({ ...enter, keyCode: 229, nativeEvent: { isComposing: false } }), 'compose');
  assert.equal(enterMeaning({ ...enter, keyCode: 229, ctrlKey: true }, 'mod-enter'), 'compose');
});

test('Shift Enter is a new line', () => {
  assert.equal(enterMeaning({ ...enter, shiftKey: true }), 'newline');
});

test('where only Ctrl or ⌘ Enter sends, the bare one is a new line', () => {
  assert.equal(enterMeaning(enter, 'mod-enter'), 'newline');
  assert.equal(enterMeaning({ ...enter, metaKey: true }, 'mod-enter'), 'submit');
});

test('other keys mean nothing', () => {
  assert.equal(enterMeaning({ ...enter, key: 'a' }), 'none');
});
