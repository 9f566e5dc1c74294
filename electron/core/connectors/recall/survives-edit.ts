/** In characters: a run of the old text this long that is still there was kept, not written anew by chance. */
const KEPT_RUN = 8

const levelled = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()

/**
 * True when a part of the text as it was is still in the text as it is to be. A person's edit makes a stranger's text
 * theirs only when nothing of it is left; case, spacing and invisible characters don't hide what is. Errs towards true.
 */
export function survivesEdit(before: string, after: string): boolean {
  const [old, next] = [levelled(before), levelled(after)]
  if (old === '') return false
  if (old.length <= KEPT_RUN) return next.includes(old)
  const runs = new Set<string>()
  for (let at = 0; at + KEPT_RUN <= old.length; at += 1) runs.add(old.slice(at, at + KEPT_RUN))
  for (let at = 0; at + KEPT_RUN <= next.length; at += 1) if (runs.has(next.slice(at, at + KEPT_RUN))) return true
  return false
}
