import { useEffect, useSyncExternalStore } from 'react'
import type { CoreClient } from '../../shared/contract.ts'
import type { Digest } from '../../shared/ids.ts'
import { subscribe } from '../../shared/listeners.ts'
import { previewOf, sizeOf, type StoredText } from '../../shared/stored-text.ts'
import { useCore } from '../core.tsx'

type BlobState = { readonly status: 'loading' } | { readonly status: 'ready'; readonly text: string } | { readonly status: 'failed' }

interface BlobTexts {
  read(digest: Digest): BlobState | undefined
  readonly subscribe: (listener: () => void) => () => void
  load(digest: Digest): void
}

/** About 40 MB of text in memory, then the ones that were read longest ago go. */
const MOST_UNITS = 20_000_000

const textsOfCore = new WeakMap<CoreClient, BlobTexts>()

/** Long texts are named by their content, so what was read once never changes. */
function blobTextsOf(core: CoreClient): BlobTexts {
  const known = textsOfCore.get(core)
  if (known !== undefined) return known
  const blobs = new Map<Digest, BlobState>()
  const listeners = new Set<() => void>()
  let units = 0
  const become = (digest: Digest, state: BlobState) => {
    blobs.set(digest, state)
    if (state.status === 'ready') units += state.text.length
    for (const [oldest, kept] of blobs) {
      if (units <= MOST_UNITS || oldest === digest) break
      if (kept.status === 'loading') continue
      blobs.delete(oldest)
      units -= kept.status === 'ready' ? kept.text.length : 0
    }
    for (const listener of [...listeners]) listener()
  }
  const texts: BlobTexts = {
    read: (digest) => blobs.get(digest),
    subscribe: (listener) => subscribe(listeners, listener),
    load: (digest) => {
      const state = blobs.get(digest)
      if (state !== undefined && state.status !== 'failed') return
      become(digest, { status: 'loading' })
      core.call('blob.read', { digest }).then(({ text }) => become(digest, { status: 'ready', text }), () => become(digest, { status: 'failed' }))
    },
  }
  textsOfCore.set(core, texts)
  return texts
}

/** The whole of a text as far as it was read already, else its beginning; for the clipboard. */
export function knownText(core: CoreClient, stored: StoredText): string {
  const state = 'blob' in stored ? blobTextsOf(core).read(stored.blob) : undefined
  return state?.status === 'ready' ? state.text : previewOf(stored)
}

export interface StoredTextShown {
  /** The whole when it is here, else its beginning. */
  readonly text: string
  readonly isWhole: boolean
  /** In UTF-16 units. */
  readonly size: number
  readonly isLoading: boolean
  readonly hasFailed: boolean
  /** Reads the rest; also after a failure. */
  readonly load: () => void
}

/** A text of an event. With `wanted` a long one is read whole at once; `seen` stands in for it meanwhile. */
export function useStoredText(stored: StoredText, { wanted, seen }: { readonly wanted: boolean; readonly seen?: string | undefined }): StoredTextShown {
  const texts = blobTextsOf(useCore())
  const digest = 'blob' in stored ? stored.blob : null
  const state = useSyncExternalStore(texts.subscribe, () => (digest === null ? undefined : texts.read(digest)))
  useEffect(() => {
    if (wanted && digest !== null && texts.read(digest) === undefined) texts.load(digest)
  }, [texts, wanted, digest])
  const load = () => {
    if (digest !== null) texts.load(digest)
  }
  const whole = digest === null ? previewOf(stored) : state?.status === 'ready' ? state.text : seen
  return {
    text: whole ?? previewOf(stored),
    isWhole: whole !== undefined,
    size: sizeOf(stored),
    isLoading: whole === undefined && (state?.status === 'loading' || (wanted && state === undefined)),
    hasFailed: whole === undefined && state?.status === 'failed',
    load,
  }
}
