import { test } from 'node:test';
import assert from 'node:assert/strict';
import { followEnd, followStart, type FollowEvent, type FollowState } from '../../renderer/ui/follow-end.ts';

function play(events: readonly FollowEvent[], from: FollowState = followStart) {
  let state = from;
  const moves: boolean[] = [];
  for (const event of events) {
    const step = followEnd(state, event);
    state = step.state;
    moves.push(step.move);
  }
  return { state, moves };
}

const at = (top: number, height: number) => ({ top, height, view: 500 });
const atEnd = play([{ kind: 'grew', facts: at(0, 400) }, { kind: 'grew', facts: at(0, 1_000) }, { kind: 'scrolled', facts: at(500, 1_000) }]).state;

test('at the end it follows what grows', () => {
  assert.deepEqual(play([{ kind: 'grew', facts: at(500, 1_100) }], atEnd).moves, [true]);
});

test('reading above is not interrupted, and new content is announced', () => {
  const { state, moves } = play([{ kind: 'scrolled', facts: at(100, 1_000) }, { kind: 'grew', facts: at(100, 1_300) }, { kind: 'grew', facts: at(100, 1_600) }], atEnd);
  assert.deepEqual(moves, [false, false, false]);
  assert.equal(state.hasNew, true);
});

test('one turn of the wheel upwards is enough, even within reach of the end', () => {
  assert.deepEqual(play([{ kind: 'turned-up' }, { kind: 'grew', facts: at(490, 1_100) }], atEnd).moves, [false, false]);
});

test('coming back to the end follows again', () => {
  const { state, moves } = play([{ kind: 'turned-up' }, { kind: 'scrolled', facts: at(300, 1_000) }, { kind: 'scrolled', facts: at(490, 1_000) }, { kind: 'grew', facts: at(490, 1_200) }], atEnd);
  assert.equal(moves.at(-1), true);
  assert.equal(state.hasNew, false);
});

test('nothing moves while the pointer is pressed or rests on something clickable; on release it is made up for', () => {
  const held = play([{ kind: 'held' }, { kind: 'grew', facts: at(500, 1_100) }], atEnd);
  assert.deepEqual(held.moves, [false, false]);
  assert.equal(held.state.hasNew, true);
  assert.deepEqual(play([{ kind: 'released' }], held.state).moves, [true]);
});

test('a release after reading above does not move', () => {
  assert.deepEqual(play([{ kind: 'turned-up' }, { kind: 'held' }, { kind: 'grew', facts: at(300, 1_100) }, { kind: 'released' }], atEnd).moves, [false, false, false, false]);
});

test('content that shrinks is not taken for a person scrolling up', () => {
  const { state } = play([{ kind: 'scrolled', facts: at(400, 900) }, { kind: 'grew', facts: at(400, 1_000) }], atEnd);
  assert.equal(state.following, true);
});

test('the button goes to the end and follows', () => {
  const { state, moves } = play([{ kind: 'turned-up' }, { kind: 'scrolled', facts: at(100, 1_000) }, { kind: 'to-end' }], atEnd);
  assert.equal(moves.at(-1), true);
  assert.deepEqual([state.following, state.hasNew], [true, false]);
});

test('going to the end on purpose ends a hold, so that what comes next is followed', () => {
  const { state, moves } = play([{ kind: 'held' }, { kind: 'grew', facts: at(500, 1_100) }, { kind: 'to-end' }, { kind: 'grew', facts: at(600, 1_200) }], atEnd);
  assert.deepEqual(moves, [false, false, true, true]);
  assert.equal(state.held, false);
});
