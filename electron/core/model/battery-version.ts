/** Raised with every change of the battery that could change a verdict: results of another version count no more. */
export const BATTERY_VERSION = 1
