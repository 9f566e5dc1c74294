export interface GaugeShares {
  /** Percent of the bar, 0…100, together never above 100. */
  used: number;
  reserved: number;
  left: number;
  over: boolean;
}

/** Shares of the bar. A limit of 0, a negative or a missing number gives a full bar, never NaN: the gauge must not look empty when it doesn't know. */
export function gaugeShares(used: number, reserved: number, limit: number): GaugeShares {
  const taken = clean(used);
  const held = clean(reserved);
  if (!Number.isFinite(limit) || limit <= 0) return { used: 100, reserved: 0, left: 0, over: taken > 0 };
  const usedShare = Math.min(100, (taken / limit) * 100);
  const reservedShare = Math.min(100 - usedShare, (held / limit) * 100);
  return { used: usedShare, reserved: reservedShare, left: 100 - usedShare - reservedShare, over: taken > limit };
}

function clean(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}
