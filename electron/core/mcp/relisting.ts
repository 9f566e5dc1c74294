/**
 * From a server's word that its list changed until the new list is in, nobody knows what its tools are. Counts which of
 * those words a reading has answered.
 */
export interface Relisting {
  /** The server says that its list changed. */
  readonly notice: () => void
  /** A reading begins. Call what it returns when its list was taken over; not at all when it failed. */
  readonly begin: () => () => void
  readonly pending: boolean
  /** Resolves when everything that was noticed until now was read, or forgotten. */
  readonly settled: () => Promise<void>
  /** The connection is gone, and what was noticed with it: the next one begins with a list of its own. */
  readonly forget: () => void
}

export function createRelisting(): Relisting {
  let noticed = 0
  let read = 0
  const waiting = new Set<{ readonly upTo: number; readonly resolve: () => void }>()
  const advanceTo = (upTo: number): void => {
    read = Math.max(read, upTo)
    for (const wait of [...waiting]) {
      if (wait.upTo > read) continue
      waiting.delete(wait)
      wait.resolve()
    }
  }
  return {
    notice: () => { noticed += 1 },
    begin: () => {
      const upTo = noticed
      return () => { advanceTo(upTo) }
    },
    get pending() { return read < noticed },
    settled: () => new Promise((resolve) => {
      if (read >= noticed) resolve()
      else waiting.add({ upTo: noticed, resolve })
    }),
    forget: () => { advanceTo(noticed) },
  }
}
