import { useEffect, useMemo, useState } from 'react'
import type { AllowToken, CaseChange, CasePlan, CaseSetRow } from '../../../shared/case-run.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { CaseRunId } from '../../../shared/ids.ts'
import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { FieldsDialog, useSending } from './fields-dialog.tsx'
import { RunName } from './run-line.tsx'
import styles from './cases.module.css'

const words = strings.cases.start
const SAME = ''

interface CaseStartDialogProps { set: CaseSetRow; onClose: () => void; onStarted: (caseRunId: CaseRunId) => void }

/** What is changed in a set's runs, what may run again, and what it takes. */
export function CaseStartDialog({ set, onClose, onStarted }: CaseStartDialogProps) {
  const core = useCore()
  const models = useRows('models.watch', {})
  const [model, setModel] = useState(SAME)
  const [system, setSystem] = useState('')
  const [descriptions, setDescriptions] = useState<ReadonlyMap<string, string>>(new Map())
  const [allow, setAllow] = useState<ReadonlySet<AllowToken>>(new Set())
  const sending = useSending()
  const tools = useTools()
  const plan = usePlan(set, model, sending.setProblem)
  const start = () => {
    const change: CaseChange = {
      ...(model === SAME ? {} : { model }),
      ...(system.trim() === '' ? {} : { system }),
      descriptions: tools.flatMap((tool) => { const text = descriptions.get(keyOf(tool)); return text === undefined || text.trim() === '' || text === tool.description ? [] : [{ connectorId: tool.connectorId, tool: tool.tool, text }] }),
    }
    sending.send(core.call('case-run.start', { setId: set.id, change, allow: [...allow] }), ({ caseRunId }) => {
      onClose()
      onStarted(caseRunId)
    })
  }
  return (
    <FieldsDialog
      title={words.title(set.name)}
      about={words.about}
      labels={{ close: strings.cases.close, cancel: words.cancel, confirm: words.start }}
      sending={sending}
      canConfirm={plan !== null && plan.cases.some((one) => one.problem === null)}
      onConfirm={start}
      onClose={onClose}
    >
      <Select label={words.model} value={model} onValueChange={setModel} options={[{ value: SAME, label: words.sameModel }, ...(models ?? []).map(({ profile: { name } }) => ({ value: name, label: name }))]} />
      <TextArea label={words.system} hint={words.systemHint} value={system} onValueChange={setSystem} minRows={2} maxRows={8} />
      <Disclosure summary={words.descriptions} aside={descriptions.size === 0 ? undefined : words.changedTools(descriptions.size)}>
        <Descriptions tools={tools} texts={descriptions} onChange={(tool, text) => setDescriptions((now) => new Map(now).set(keyOf(tool), text))} />
      </Disclosure>
      {plan === null ? (sending.problem === null ? <Skeleton label={words.working} lines={3} /> : null) : (
        <PlanView plan={plan} allow={allow} onAllow={(token, isAllowed) => setAllow((now) => new Set(isAllowed ? [...now, token] : [...now].filter((one) => one !== token)))} />
      )}
    </FieldsDialog>
  )
}

const keyOf = ({ connectorId, tool }: Pick<ToolExplanation, 'connectorId' | 'tool'>): string => `${connectorId} ${tool}`

interface DescriptionsProps { tools: readonly ToolExplanation[]; texts: ReadonlyMap<string, string>; onChange: (tool: ToolExplanation, text: string) => void }

function Descriptions({ tools, texts, onChange }: DescriptionsProps) {
  const [chosen, choose] = useState(SAME)
  const shown = tools.filter((tool) => texts.has(keyOf(tool)) || keyOf(tool) === chosen)
  return (
    <div className={styles.fields}>
      <Select label={words.tool} value={chosen} onValueChange={choose} options={[{ value: SAME, label: words.chooseTool }, ...tools.map((tool) => ({ value: keyOf(tool), label: `${tool.connectorLabel}: ${tool.title}` }))]} />
      {shown.map((tool) => <TextArea key={keyOf(tool)} label={words.description(tool.title)} value={texts.get(keyOf(tool)) ?? tool.description} onValueChange={(text) => onChange(tool, text)} minRows={2} maxRows={8} />)}
    </div>
  )
}

interface PlanViewProps { plan: CasePlan; allow: ReadonlySet<AllowToken>; onAllow: (token: AllowToken, isAllowed: boolean) => void }

function PlanView({ plan: { cases, tokens, money, effects }, allow, onAllow }: PlanViewProps) {
  const cannot = cases.filter(({ problem }) => problem !== null)
  return (
    <>
      {effects.length === 0 ? null : (
        <fieldset className={styles.allow}>
          <legend>{words.allow}</legend>
          <p className={styles.quiet}>{words.allowHint}</p>
          {effects.map(({ token, title, times }) => <Checkbox key={token} label={words.effect(title, times)} hint={token} checked={allow.has(token)} onCheckedChange={(isAllowed) => onAllow(token, isAllowed)} />)}
        </fieldset>
      )}
      {cannot.length === 0 ? null : (
        <Disclosure summary={words.cannot(cannot.length)} defaultOpen>
          <ul className={styles.cannot}>
            {cannot.map(({ turnId, run, problem }) => <li key={turnId}>{run === null ? turnId : <RunName run={run} />} <span className={styles.quiet}>{problem}</span></li>)}
          </ul>
        </Disclosure>
      )}
      <p role="status">{words.cost(cases.length - cannot.length, tokens, money)}</p>
    </>
  )
}

/** All that a model could be told of. */
function useTools(): readonly ToolExplanation[] {
  const core = useCore()
  const [tools, setTools] = useState<readonly ToolExplanation[]>([])
  useEffect(() => takeAnswer(core.call('tool.explain', { chatId: null }), (found) => setTools(found.filter(({ on }) => on)), () => setTools([])), [core])
  return tools
}

function usePlan({ id: setId }: CaseSetRow, model: string, onProblem: (problem: WireError | null) => void): CasePlan | null {
  const core = useCore()
  const [plan, setPlan] = useState<CasePlan | null>(null)
  const change = useMemo((): CaseChange => (model === SAME ? {} : { model }), [model])
  useEffect(() => takeAnswer(core.call('case-run.plan', { setId, change }), (found) => {
    setPlan(found)
    onProblem(null)
  }, onProblem), [core, setId, change, onProblem])
  return plan
}
