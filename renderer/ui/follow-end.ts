/** What the scroller looks like at one moment, in pixels. */
export interface ScrollFacts {
  top: number;
  view: number;
  height: number;
}

export interface FollowState {
  /** The end is kept in sight as content grows. */
  readonly following: boolean;
  /** The pointer is pressed, or rests on something clickable: nothing may move now. */
  readonly held: boolean;
  /** Something came in below while not following or held. */
  readonly hasNew: boolean;
  readonly top: number;
  readonly height: number;
}

export type FollowEvent =
  | { kind: 'scrolled'; facts: ScrollFacts }
  | { kind: 'grew'; facts: ScrollFacts }
  | { kind: 'turned-up' }
  | { kind: 'held' }
  | { kind: 'released' }
  | { kind: 'to-end' };

export interface FollowStep {
  readonly state: FollowState;
  /** Scroll to the end now. */
  readonly move: boolean;
}

/** Within this many pixels of the end a person is at the end. */
const NEAR = 24;

export const followStart: FollowState = { following: true, held: false, hasNew: false, top: 0, height: 0 };

/**
 * Decides whether the view follows the end. Only a person's own movement upwards ends following, only their return to the end (or
 * the button) begins it again. While held, growth is remembered and made up for on release.
 */
export function followEnd(state: FollowState, event: FollowEvent): FollowStep {
  switch (event.kind) {
    case 'turned-up':
      return still({ ...state, following: false });
    case 'held':
      return still({ ...state, held: true });
    case 'released':
      return { state: { ...state, held: false, hasNew: state.hasNew && !state.following }, move: state.following };
    case 'to-end':
      return { state: { ...state, following: true, held: false, hasNew: false }, move: true };
    case 'scrolled': {
      const { top, height } = event.facts;
      const seen = { ...state, top, height };
      if (isNear(event.facts)) return still({ ...seen, following: true, hasNew: false });
      // A smaller top with an unchanged or larger height can't come from shrinking content: the person moved.
      const movedUp = top < state.top && height >= state.height;
      return still(movedUp ? { ...seen, following: false } : seen);
    }
    case 'grew': {
      const { top, height } = event.facts;
      const larger = height > state.height;
      const seen = { ...state, top, height };
      if (state.following && !state.held) return { state: { ...seen, hasNew: false }, move: true };
      if (isNear(event.facts)) return still(seen);
      return still({ ...seen, hasNew: state.hasNew || larger });
    }
  }
}

function isNear({ top, view, height }: ScrollFacts): boolean {
  return height - top - view <= NEAR;
}

function still(state: FollowState): FollowStep {
  return { state, move: false };
}
