import type * as keytar from 'keytar'
import { KeychainRequest, type KeychainReply } from './keychain-message.ts'
import { openParentChannel } from './parent-channel.ts'

/*
 * Runs in a process of its own: a keychain call can block its thread while a bus starts a service or a prompt waits, and a
 * process that ends waits for such a thread. This one can be killed at any time.
 */

/**
 * Without it the library stores in the kernel's keyring whenever there is no secret service, and reports success for what
 * is gone after the next restart. Other systems ignore it.
 */
const LASTING = { linux: { store: 'secret-service' } } as const

type Native = typeof keytar

async function perform(native: Native, request: KeychainRequest): Promise<KeychainReply> {
  const { id, service } = request
  if (request.operation === 'find') return { id, outcome: 'found', entries: await native.findCredentialsAsync(service) }
  const entry = new native.AsyncEntry(service, request.account, LASTING)
  switch (request.operation) {
    case 'get': return { id, outcome: 'value', value: await entry.getPassword() }
    case 'set': {
      await entry.setPassword(request.value)
      return { id, outcome: 'done', changed: true }
    }
    case 'delete': return { id, outcome: 'done', changed: await entry.deletePassword() }
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

async function answer(request: KeychainRequest): Promise<KeychainReply> {
  let native: Native
  try {
    native = await import('keytar')
  } catch (error) {
    return { id: request.id, outcome: 'failed', at: 'load', text: textOf(error) }
  }
  try {
    return await perform(native, request)
  } catch (error) {
    return { id: request.id, outcome: 'failed', at: 'call', text: textOf(error) }
  }
}

const parent = openParentChannel()
parent.onMessage((message) => {
  void answer(KeychainRequest.parse(message)).then(parent.send)
})
