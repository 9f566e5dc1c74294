import { useCallback, useEffect, useId, useImperativeHandle, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react'
import { ArrowUp, Square } from 'lucide-react'
import { MOST_FILES } from '../../../shared/draft-file.ts'
import type { ChatId } from '../../../shared/ids.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { isComposing } from '../../ui/enter-key.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { AttachmentChips } from './attachment-chips.tsx'
import { EMPTY_TEXT, trackedText } from './message-ranges.ts'
import { isBlank, MOST_TEXT, putBack, type Attachment, type DraftMessage } from './message-parts.ts'
import { restoreRanges } from './kept-ranges.ts'
import { readFiles } from './read-files.ts'
import type { CommandLine } from './use-commands.ts'
import { completionsOf, readLine, type SlashCommand } from './slash-commands.ts'
import { optionId, SlashList } from './slash-list.tsx'
import { useDraft } from './use-draft.ts'
import { useDraftFiles } from './use-draft-files.ts'
import { useTrackedText } from './use-tracked-text.ts'
import styles from './composer.module.css'

const words = strings.chat.composer
const { list: commands, unknown, unknownAdvice } = strings.chat.commands

export interface ComposerHandle {
  /** Puts a suggestion into the field; it is sent only by the person. */
  readonly fill: (phrase: string) => void
  readonly attach: (files: readonly File[]) => void
  readonly focus: () => void
  readonly isEmpty: () => boolean
}

export interface ComposerProps {
  ref: Ref<ComposerHandle>
  chatId: ChatId
  /** As the core kept it when the chat was opened. */
  draft: string
  turn: 'none' | 'running' | 'parked' | 'paused'
  isStopping: boolean
  /** Resolves to whether it was taken; if not the text stays. */
  onSend: (message: DraftMessage) => Promise<boolean>
  onCommand: (line: CommandLine) => Promise<boolean>
  onStop: () => void
  onFocusQuestion: () => void
}

export function Composer({ ref, chatId, draft, turn, isStopping, onSend, onCommand, onStop, onFocusQuestion }: ComposerProps) {
  const { tracked, onInput, replace } = useTrackedText(() => restoreRanges(window.sessionStorage, chatId, draft))
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [notice, setNotice] = useState<string | null>(null)
  /** What was taken out of the field and the core hasn't answered yet. */
  const [inFlight, setInFlight] = useState<DraftMessage | null>(null)
  const isSending = inFlight !== null
  const [slash, setSlash] = useState({ for: '', active: 0, isClosed: false })
  const area = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const hintId = useId()
  // Until it is taken it stays in the draft, in case the chat is left and the send fails.
  const unsent = useMemo(() => (inFlight === null ? { text: tracked, attachments } : putBack(inFlight, { text: tracked, attachments })), [inFlight, tracked, attachments])
  useDraft(chatId, unsent.text, draft)
  useDraftFiles(chatId, unsent.attachments, (kept) => setAttachments((since) => [...kept, ...since]))

  const completions = completionsOf(tracked.text, commands)
  const isFresh = slash.for === tracked.text
  const active = isFresh ? Math.min(slash.active, completions.length - 1) : 0
  const isListOpen = completions.length > 0 && !(isFresh && slash.isClosed)
  const message: DraftMessage = { text: tracked, attachments }
  const isTooLong = tracked.text.length > MOST_TEXT
  const line = readLine(tracked.text, commands)
  const isBlocked = turn === 'running' && line.kind === 'message'

  const attach = useCallback((files: readonly File[]) => {
    void readFiles(files, Math.max(0, MOST_FILES - attachments.length)).then((read) => {
      setAttachments((before) => [...before, ...read.attachments].slice(0, Math.max(MOST_FILES, before.length)))
      setNotice(read.refusals.length === 0 ? null : read.refusals.join(' '))
    })
  }, [attachments.length])
  useImperativeHandle(ref, () => ({
    fill: (phrase) => {
      // One of our own phrases, chosen by the person: theirs like pasted text, and no more than that.
      replace(trackedText(phrase, 'pasted'))
      area.current?.focus()
    },
    attach,
    focus: () => area.current?.focus(),
    isEmpty: () => isBlank({ text: tracked, attachments }),
  }), [replace, attach, tracked, attachments])
  useEffect(() => {
    area.current?.focus({ preventScroll: true })
  }, [])

  const deliver = async (sent: DraftMessage, work: () => Promise<boolean>) => {
    setInFlight(sent)
    setNotice(null)
    replace(EMPTY_TEXT)
    setAttachments((before) => before.filter((attachment) => !sent.attachments.includes(attachment)))
    const isTaken = await work()
    setInFlight(null)
    if (isTaken) return
    replace((since) => putBack(sent, { text: since, attachments: [] }).text)
    setAttachments((since) => putBack(sent, { text: EMPTY_TEXT, attachments: since }).attachments)
  }
  const runCommand = (text: string) => {
    if (!isSending) void deliver({ text: tracked, attachments: [] }, () => onCommand({ text, isTyped: tracked.spans.every(({ origin }) => origin === 'typed') }))
  }
  const send = () => {
    if (isSending || isTooLong || isBlank(message)) return
    switch (line.kind) {
      case 'command': return runCommand(tracked.text.trim())
      case 'unknown': return setNotice(`${unknown(line.name)} ${unknownAdvice}`)
      case 'message': return isBlocked ? undefined : void deliver(message, () => onSend(message))
    }
  }
  const moveTo = (next: number) => setSlash({ for: tracked.text, active: (next + completions.length) % completions.length, isClosed: false })
  const choose = (command: SlashCommand) => runCommand(`/${command.name}`)

  const keyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    const chosen = isListOpen ? completions[active] : undefined
    if (chosen !== undefined) {
      const handled = { ArrowDown: () => moveTo(active + 1), ArrowUp: () => moveTo(active - 1), Tab: () => replace(trackedText(`/${chosen.name} `, 'typed')), Enter: () => choose(chosen), Escape: () => setSlash({ for: tracked.text, active, isClosed: true }) }
      const act = event.shiftKey || !(event.key in handled) ? undefined : Object.entries(handled).find(([key]) => key === event.key)?.[1]
      if (act === undefined) return
      event.preventDefault()
      event.stopPropagation()
      return act()
    }
    if (event.key === 'ArrowUp' && turn === 'parked' && tracked.text === '') {
      event.preventDefault()
      onFocusQuestion()
    }
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
    event.preventDefault()
    attach(files)
  }
  const hint = isTooLong ? words.tooLong(MOST_TEXT) : notice ?? (isBlocked ? words.running : turn === 'parked' ? words.parked : turn === 'paused' ? words.capped : words.keys)
  const isAlert = isTooLong || notice !== null
  return (
    <div className={styles.composer}>
      {isListOpen ? <SlashList id={listId} commands={completions} active={active} onChoose={choose} /> : null}
      <AttachmentChips attachments={attachments} onChange={setAttachments} />
      <div className={styles.field}>
        <TextArea
          ref={area} bare large label={words.label} hideLabel placeholder={words.placeholder} value={tracked.text} minRows={1} maxRows={10}
          onInput={onInput} onValueChange={doNothing} onSubmit={send} onKeyDown={keyDown} onPaste={paste}
          aria-autocomplete="list"
          {...(isListOpen ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, active) } : {})}
        />
        <div className={styles.buttons}>
          {turn === 'none' ? null : <Button icon={<Square aria-hidden="true" />} busy={isStopping} onClick={onStop}>{isStopping ? words.stopping : words.stop}</Button>}
          <Button
            variant="primary" icon={<ArrowUp aria-hidden="true" />} aria-label={words.send} aria-describedby={hintId} busy={isSending}
            disabled={!isSending && (isBlocked || isTooLong || isBlank(message))} onClick={send}
          />
        </div>
      </div>
      <p id={hintId} className={isAlert ? styles.alert : styles.quiet} role={isAlert ? 'alert' : undefined}>{hint}</p>
    </div>
  )
}

const doNothing = () => undefined
