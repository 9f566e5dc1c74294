import { shortcutParts } from './shortcut-parts.ts';
import styles from './kbd.module.css';

export interface KbdProps {
  /** `mod+k`, `shift+enter`, `g i` … as in the shortcuts table; drawn in the manner of the platform. */
  keys: string;
}

export function Kbd({ keys }: KbdProps) {
  const mac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.userAgent);
  return (
    <kbd className={styles.kbd}>
      {shortcutParts(keys, mac).map((part, index) => (
        <span key={index} className={styles.key}>
          {part}
        </span>
      ))}
    </kbd>
  );
}
