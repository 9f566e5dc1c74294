/** What was taken so far, and a way to wait for it to become what it should, without looking again and again. */
export interface Happening<T> {
  readonly take: (value: T) => void
  readonly taken: readonly T[]
  /** Resolves as soon as `is` holds for what was taken. */
  readonly until: (is: (taken: readonly T[]) => boolean) => Promise<readonly T[]>
}

export function happening<T>(): Happening<T> {
  const taken: T[] = []
  const waiting = new Set<() => void>()
  return {
    taken,
    take: (value) => {
      taken.push(value)
      for (const look of [...waiting]) look()
    },
    until: (is) => new Promise((resolve) => {
      const look = (): void => {
        if (!is(taken)) return
        waiting.delete(look)
        resolve([...taken])
      }
      waiting.add(look)
      look()
    }),
  }
}
