import { useSyncExternalStore } from 'react';
import { relativeTimeText } from './relative-time-text.ts';
import { secondsTicker, type Ticker } from './ticker.ts';

export interface RelativeTimeProps {
  /** Milliseconds since the epoch. */
  at: number;
  locale?: string;
  ticker?: Ticker;
}

/** The shared beat is every second, but the element re-renders only when its words change. The exact time is in the tooltip. */
export function RelativeTime({ at, locale = 'en', ticker = secondsTicker }: RelativeTimeProps) {
  const text = useSyncExternalStore(ticker.subscribe, () => relativeTimeText(at, ticker.now(), locale));
  const date = new Date(at);
  const exact = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(date);
  return (
    <time dateTime={date.toISOString()} title={exact}>
      {text}
    </time>
  );
}

/** For running durations: the time of the shared beat. */
export function useNow(ticker: Ticker = secondsTicker): number {
  return useSyncExternalStore(ticker.subscribe, ticker.now);
}
