const WITHIN_MS = 60_000
const MOST_RELOADS = 3

/** A page that crashes is loaded again; one that does so again and again isn't, until the person says so. */
export function createCrashLimit(now: () => number): { readonly mayReload: () => boolean; readonly forgive: () => void } {
  let reloads: readonly number[] = []
  return {
    mayReload: () => {
      const recent = reloads.filter((at) => now() - at < WITHIN_MS)
      reloads = recent.length < MOST_RELOADS ? [...recent, now()] : recent
      return recent.length < MOST_RELOADS
    },
    forgive: () => { reloads = [] },
  }
}
