import { AppError } from '../shared/errors.ts'
import type { Core } from './core/core.ts'
import type { Host } from './core/host.ts'
import { isShownInWindow, problemCore } from './problem-core.ts'

export interface OpenedCore {
  readonly core: Core
  /** Why the window opens only to say what is wrong. */
  readonly problem: AppError | null
}

const RETRY_MS = 200

/**
 * Waits for `patience` milliseconds while another process holds the data: it may be on its way out.
 * @throws AppError `store.busy` when it goes on holding it
 */
export async function openCore(createCore: (host: Host) => Promise<Core>, host: Host, patience: number): Promise<OpenedCore> {
  const deadline = performance.now() + patience
  for (;;) {
    try {
      return { core: await createCore(host), problem: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (isShownInWindow(error)) return { core: problemCore(error, host), problem: error }
      if (error.code !== 'store.busy' || performance.now() >= deadline) throw error
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS) })
    }
  }
}
