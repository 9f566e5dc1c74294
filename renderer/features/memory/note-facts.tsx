import { Folder } from 'lucide-react'
import type { NoteRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { shortWords } from '../../parts/short-words.ts'
import { StoredFacts } from './stored-facts.tsx'

const words = strings.memory.notes

export function NoteFacts({ note, reachable }: { note: NoteRow; reachable: boolean }) {
  return (
    <StoredFacts row={note} reachable={reachable}>
      <Badge tone={note.state === 'approved' ? 'ok' : 'asks'}>{words.states[note.state]}</Badge>
      {note.folder === '' ? null : <Badge icon={<Folder aria-hidden="true" />}>{words.inFolder(shortWords(note.folder))}</Badge>}
      <span>{words.length(note.length)}</span>
    </StoredFacts>
  )
}
