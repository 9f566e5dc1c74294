import { useId } from 'react';
import { classes } from './classes.ts';
import { gaugeShares } from './gauge-shares.ts';
import styles from './gauge.module.css';

export interface GaugeProps {
  label: string;
  used: number;
  reserved?: number;
  limit: number;
  /** The numbers in words, e.g. "182k of 2M tokens, 12k reserved". Always drawn and read out. */
  text: string;
  /** Near or over the limit: the bar changes its tone, the text should say so too. */
  tone?: 'normal' | 'near' | 'over';
}

/** What a gauge says in words; without a bar where there is no limit to be near to. */
export function GaugeLine({ id, label, text }: { id?: string; label: string; text: string }) {
  return (
    <div className={styles.line}>
      <span id={id} className={styles.label}>
        {label}
      </span>
      <span className={styles.text}>{text}</span>
    </div>
  );
}

export function Gauge({ label, used, reserved = 0, limit, text, tone = 'normal' }: GaugeProps) {
  const id = useId();
  const shares = gaugeShares(used, reserved, limit);
  return (
    <div className={styles.gauge}>
      <GaugeLine id={id} label={label} text={text} />
      <div
        className={classes(styles.bar, styles[shares.over ? 'over' : tone])}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(shares.used)}
        aria-valuetext={text}
      >
        <span className={styles.used} style={{ width: `${String(shares.used)}%` }} />
        <span className={styles.reserved} style={{ width: `${String(shares.reserved)}%` }} />
      </div>
    </div>
  );
}
