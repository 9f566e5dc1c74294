import { useCallback, useEffect, useRef, useState } from 'react'

/** `of` is null until it is known. */
export interface Progress { readonly done: number; readonly of: number | null }

export interface Piecewise {
  readonly progress: Progress | null
  /** Begins work that goes on only while `isWanted`. Another begun meanwhile takes its place. */
  readonly start: (work: (isWanted: () => boolean, onProgress: (progress: Progress) => void) => Promise<unknown>) => void
  readonly cancel: () => void
}

/** Work in many small pieces that can be watched and called off, and ends with the page. */
export function usePiecewise(): Piecewise {
  const [progress, setProgress] = useState<Progress | null>(null)
  /** The work under way; another object, or none, means that it was called off. */
  const current = useRef<object | null>(null)
  useEffect(() => () => { current.current = null }, [])
  const start = useCallback<Piecewise['start']>((work) => {
    const mine = {}
    const isWanted = () => current.current === mine
    current.current = mine
    setProgress({ done: 0, of: null })
    void work(isWanted, (next) => { if (isWanted()) setProgress(next) }).finally(() => {
      if (!isWanted()) return
      current.current = null
      setProgress(null)
    })
  }, [])
  const cancel = useCallback(() => {
    current.current = null
    setProgress(null)
  }, [])
  return { progress, start, cancel }
}
