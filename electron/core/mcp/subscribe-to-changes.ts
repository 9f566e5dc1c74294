import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { createAskAgain } from './ask-again.ts'

export interface SubscribeOptions {
  readonly timeoutMs: number
  readonly isClosing: () => boolean
  /** It was interrupted, and nobody knows what was told meanwhile. */
  readonly onMissed: () => void
}

/**
 * In the modern era changes are only told to those who ask, and over the network such a question can be cut off at any time:
 * then it is asked again. Returns why changes won't be heard of; null when they will.
 */
export async function subscribeToChanges(client: Client, { timeoutMs, isClosing, onMissed }: SubscribeOptions): Promise<string | null> {
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return null
  const ask = (): ReturnType<Client['listen']> => client.listen({ toolsListChanged: true }, { timeout: timeoutMs })
  const keepAsking = async (first: Promise<unknown>): Promise<void> => {
    const again = createAskAgain()
    for (let closed = first; !isClosing(); ) {
      again.asking()
      await closed
      if (isClosing()) return
      await pause(again.wait(), undefined, { ref: false })
      if (isClosing() || client.transport === undefined) return
      closed = (await ask()).closed
      onMissed()
    }
  }
  try {
    const { closed } = await ask()
    void keepAsking(closed).catch((error: unknown) => { client.onerror?.(error instanceof Error ? error : new Error('unknown')) })
    return null
  } catch (error) {
    return `It does not tell when its tools change: ${error instanceof Error ? error.message.slice(0, 500) : 'unknown'}`
  }
}
