import { useCallback } from 'react'
import { toWireError } from '../shared/errors.ts'
import { useToasts } from './ui/toast.tsx'

export type Perform = <T>(work: () => Promise<T>) => Promise<T | undefined>

/** Does what a person asked for. A failure is told in a toast, with what was kept and what to do; then the result is undefined. */
export function usePerform(): Perform {
  const toasts = useToasts()
  return useCallback(async (work) => {
    try {
      return await work()
    } catch (error) {
      const { message, kept, advice } = toWireError(error)
      const description = [kept, advice].filter((part) => part !== undefined).join(' ')
      toasts.show({ title: message, urgent: true, timeoutMs: 12_000, ...(description === '' ? {} : { description }) })
      return undefined
    }
  }, [toasts])
}
