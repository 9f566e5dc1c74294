import { useState } from 'react'
import type { CoworkerRow } from '../../../shared/coworker.ts'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import { useCore } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'

const words = strings.coworkers.running

/** The run opens as a chat of its own. */
export function RunDialog({ coworker, onClose }: { coworker: CoworkerRow; onClose: () => void }) {
  const core = useCore()
  const [task, setTask] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<WireError | null>(null)
  const start = async () => {
    if (task.trim() === '' || busy) return
    setBusy(true)
    try {
      const { chatId } = await core.call('coworker.run', { id: coworker.id, task })
      navigate({ page: 'chat', chatId })
    } catch (error) {
      setProblem(toWireError(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => { if (!open) onClose() }}
      title={words.title(coworker.name)}
      description={words.text}
      closeLabel={strings.coworkers.cancel}
      footer={<Button variant="primary" busy={busy} disabled={task.trim() === ''} onClick={() => void start()}>{words.start}</Button>}
    >
      {problem === null ? null : <ProblemBanner problem={problem} kept={problem.kept} />}
      <TextArea label={words.task} minRows={3} maxRows={12} value={task} onValueChange={setTask} submitOn="mod-enter" onSubmit={() => void start()} />
    </Dialog>
  )
}
