import { useCallback, useRef, useState, type Dispatch, type FormEvent, type SetStateAction } from 'react'
import { editText, restoreText, type Origin, type TrackedText } from './message-ranges.ts'

export interface TrackedField {
  readonly tracked: TrackedText
  /** For the field's `onInput`. */
  readonly onInput: (event: FormEvent<HTMLTextAreaElement>) => void
  /** Replaces everything, as when a draft was sent or a suggestion taken. */
  readonly replace: Dispatch<SetStateAction<TrackedText>>
}

const HISTORY = 300

/** The text of a field together with how each stretch of it came there. */
export function useTrackedText(initial: () => TrackedText): TrackedField {
  const [tracked, setTracked] = useState(initial)
  const history = useRef<readonly TrackedText[]>([])
  const onInput = useCallback((event: FormEvent<HTMLTextAreaElement>) => {
    const { value, selectionEnd } = event.currentTarget
    const type = event.nativeEvent instanceof InputEvent ? event.nativeEvent.inputType : ''
    setTracked((before) => {
      const isTravel = type === 'historyUndo' || type === 'historyRedo'
      const after = isTravel ? restoreText(before, history.current, value, selectionEnd) : editText(before, value, selectionEnd, originOf(type))
      history.current = [...history.current, before, after].slice(-HISTORY)
      return after
    })
  }, [])
  return { tracked, onInput, replace: setTracked }
}

/** What the browser calls the edit. Anything that isn't known to come from elsewhere came from the keyboard. */
function originOf(inputType: string): Origin {
  switch (inputType) {
    case 'insertFromPaste':
    case 'insertFromPasteAsQuotation':
    case 'insertFromYank': return 'pasted'
    case 'insertFromDrop': return 'dropped'
    default: return 'typed'
  }
}
