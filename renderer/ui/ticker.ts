export interface Ticker {
  now: () => number;
  subscribe: (listener: () => void) => () => void;
}

export interface TickerParts {
  clock: () => number;
  every: (run: () => void) => () => void;
}

/** One beat for all that show ages. It runs only while somebody listens, and everybody sees the same moment. */
export function createTicker({ clock, every }: TickerParts): Ticker {
  const listeners = new Set<() => void>();
  let current = clock();
  let stop: (() => void) | undefined;
  const beat = () => {
    current = clock();
    for (const listener of listeners) listener();
  };
  return {
    now: () => current,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        current = clock();
        stop = every(beat);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

export const secondsTicker: Ticker = createTicker({
  clock: Date.now,
  every: (run) => {
    const timer = setInterval(run, 1_000);
    return () => clearInterval(timer);
  },
});
