import { useState } from 'react'
import { strings } from '../../strings/en.ts'
import { usePending } from '../../use-pending.ts'

/** A field that adds what is written in it, and is empty again once that is stored. */
export function useAdder(longest: number, store: (text: string) => Promise<unknown>) {
  const pending = usePending()
  const [text, setText] = useState('')
  const used = text.trim().length
  const canAdd = used > 0 && used <= longest
  const isBusy = pending.has('add')
  const add = () => {
    if (!canAdd || isBusy) return
    pending.run('add', async () => {
      await store(text)
      setText('')
    })
  }
  return { text, setText, canAdd, isBusy, add, problem: used > longest ? { error: strings.goals.editor.tooLong(used, longest) } : null }
}
