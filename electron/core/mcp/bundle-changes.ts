/** Notices that come close together are one change, told shortly after the first; more are told at most once a pause. */
export interface ChangeBundle {
  readonly notice: () => void
  readonly close: () => void
}

const FIRST_MS = 150
const PAUSE_MS = 1000

export function bundleChanges(tell: () => void): ChangeBundle {
  let timer: NodeJS.Timeout | null = null
  let waiting = false
  let closed = false
  const after = (ms: number): void => {
    timer = setTimeout(() => {
      timer = null
      if (!waiting) return
      waiting = false
      tell()
      after(PAUSE_MS)
    }, ms)
  }
  return {
    notice: () => {
      if (closed) return
      waiting = true
      if (timer === null) after(FIRST_MS)
    },
    close: () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
