import { useState } from 'react'
import type { Input } from '../../../shared/contract.ts'
import type { CallId } from '../../../shared/ids.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import { previewOf, type StoredText } from '../../../shared/stored-text.ts'
import { firstStepOf, lastStepOf, type CallStateOf, type TurnState } from '../../../shared/turn-state.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FieldsDialog, useSending } from './fields-dialog.tsx'
import styles from './branch.module.css'

const words = strings.branches.dialog

type Changes = Input<'run.branch'>['changes']

/** What can be changed in a branch. Nothing is sent of what stays as it was. */
export function BranchDialog({ state, fromStep, onClose }: { state: TurnState; fromStep: number; onClose: () => void }) {
  const core = useCore()
  const models = useRows('models.watch', {})
  const own = state.started?.meta?.model ?? ''
  const said = messageOf(state)
  const [step, setStep] = useState(fromStep)
  const [model, setModel] = useState(own)
  const [message, setMessage] = useState(said)
  const [system, setSystem] = useState('')
  const [results, setResults] = useState<ReadonlyMap<CallId, string>>(new Map())
  const [classes, setClasses] = useState<ReadonlyMap<string, ToolClass>>(new Map())
  const sending = useSending()
  const before = callsBefore(state, step)
  const tools = toolsOf(state)

  const start = () => {
    const changes: Changes = {
      ...(model === own ? {} : { model }),
      ...(message === said ? {} : { message: [{ origin: 'typed', text: message, vouched: true }] }),
      ...(system.trim() === '' ? {} : { system }),
      results: before.flatMap((call) => { const content = results.get(call.call.callId); return content === undefined || content === resultOf(call) ? [] : [{ callId: call.call.callId, content }] }),
      classes: tools.flatMap(({ connectorId, tool, toolClass }) => { const chosen = classes.get(`${connectorId} ${tool}`) ?? toolClass; return chosen === toolClass ? [] : [{ connectorId, tool, toolClass: chosen }] }),
    }
    sending.send(core.call('run.branch', { turnId: state.turnId, fromStep: step, changes }), ({ turnId }) => {
      onClose()
      navigate({ page: 'runs', turnId })
    })
  }

  return (
    <FieldsDialog title={words.title} about={words.about} labels={{ close: strings.branches.close, cancel: words.cancel, confirm: words.start }} sending={sending} onConfirm={start} onClose={onClose}>
      <div className={styles.pair}>
        <Select label={words.step} value={String(step)} onValueChange={(value) => setStep(Number(value))} options={stepsOf(state).map((value) => ({ value: String(value), label: words.stepOption(value) }))} />
        <Select label={words.model} value={model} onValueChange={setModel} options={modelNames(own, models?.map(({ profile }) => profile.name) ?? []).map((value) => ({ value, label: value }))} />
      </div>
      <TextArea label={words.message} value={message} onValueChange={setMessage} minRows={2} maxRows={8} />
      <TextArea label={words.system} hint={words.systemHint} value={system} onValueChange={setSystem} minRows={2} maxRows={8} />
      {before.length === 0 ? null : (
        <Disclosure summary={words.results}>
          <div className={styles.fields}>
            {before.map((call) => <TextArea key={call.call.callId} label={words.result(nameOf(call), call.call.position)} value={results.get(call.call.callId) ?? resultOf(call)} onValueChange={(text) => setResults(new Map(results).set(call.call.callId, text))} minRows={2} maxRows={8} mono />)}
          </div>
        </Disclosure>
      )}
      {tools.length === 0 ? null : (
        <Disclosure summary={words.classes}>
          <div className={styles.pair}>
            {tools.map(({ connectorId, tool, title, toolClass }) => (
              <Select key={`${connectorId} ${tool}`} label={words.toolClass(title)} value={classes.get(`${connectorId} ${tool}`) ?? toolClass} onValueChange={(value) => setClasses(new Map(classes).set(`${connectorId} ${tool}`, value))} options={CLASSES.slice(CLASSES.indexOf(toolClass)).map((value) => ({ value, label: words.classNames[value] }))} />
            ))}
          </div>
        </Disclosure>
      )}
    </FieldsDialog>
  )
}

const CLASSES: readonly ToolClass[] = ['read', 'write', 'destructive']

type Done = CallStateOf<'done'>

const messageOf = (state: TurnState): string => (state.started?.body?.message ?? []).map(({ text }) => previewOf(text)).join('\n\n')
const textOf = (stored: StoredText | undefined): string => (stored === undefined ? '' : previewOf(stored))
const resultOf = ({ ended }: Done): string => textOf(ended.body?.content)
const nameOf = ({ call: { meta } }: Done): string => meta?.tool?.title ?? meta?.name ?? ''
const modelNames = (own: string, known: readonly string[]): readonly string[] => (known.includes(own) || own === '' ? known : [own, ...known])

/** Of those whose result a model was told. */
const callsBefore = (state: TurnState, step: number): readonly Done[] =>
  [...state.calls.values()].flatMap((call) => (call.status === 'done' && call.call.author !== 'code' && call.call.step < step ? [call] : []))

/** Its own steps, and the one after its last where that made calls. */
export function stepsOf(state: TurnState): readonly number[] {
  const [first, last] = [firstStepOf(state), lastStepOf(state)]
  const goesOn = [...state.calls.values()].some(({ call }) => call.step === last)
  return Array.from({ length: Math.max(1, last - first + (goesOn ? 2 : 1)) }, (_, index) => first + index)
}

function toolsOf(state: TurnState) {
  const tools = [...state.calls.values()].flatMap(({ call: { meta } }) => (meta?.tool === undefined || meta.tool === null || meta.tool.toolClass === 'destructive' ? [] : [meta.tool]))
  return [...new Map(tools.map((tool) => [`${tool.connectorId} ${tool.tool}`, tool])).values()]
}
