import 'react';

declare module 'react' {
  /** Custom properties are how numbers from props reach the style sheets. */
  interface CSSProperties {
    [name: `--${string}`]: string | number | undefined;
  }
}
