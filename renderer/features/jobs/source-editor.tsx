import { useState } from 'react'
import { ArrowLeft } from 'lucide-react'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { HookId, SourceId } from '../../../shared/ids.ts'
import type { SourceProblem, SourceRow } from '../../../shared/source.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { usePending } from '../../use-pending.ts'
import { useSettings } from '../../use-settings.ts'
import { PreflightPanel } from './preflight-panel.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { OWN_DRAFT, readDraft, toDraft, type DraftProblem, type SourceDraft } from './source-draft.ts'
import { useTools } from './tool-choices.tsx'
import { useSourcePreflight } from './use-preflight.ts'
import styles from './jobs.module.css'

const words = strings.sources.editor
const NONE = 'none'
const DEFAULT = 'default'

interface FieldsProps { draft: SourceDraft; tools: readonly ToolExplanation[]; error: (field: SourceProblem['field']) => { error?: string }; problem: DraftProblem | null; onChange: (change: Partial<SourceDraft>) => void }

/** All that a person decides about a source; saving is their word for what stands under it. */
export function SourceEditor({ source }: { source: SourceRow | null }) {
  const core = useCore()
  const pending = usePending()
  const tools = useTools()
  const [draft, setDraft] = useState(() => toDraft(source))
  const [tried, setTried] = useState(false)
  const [made, setMade] = useState<{ readonly sourceId: SourceId; readonly hookId: HookId } | null>(null)
  const { text, problem } = readDraft(draft)
  const told = useSourcePreflight(source?.sourceId ?? null, text)
  const show = (sourceId: SourceId) => navigate({ page: 'source', id: sourceId })
  /** What nobody came to yet isn't wrong. */
  const error = (field: SourceProblem['field']) => {
    const sentence = tried ? told?.problems.find((one) => one.field === field)?.sentence : undefined
    return sentence === undefined ? {} : { error: sentence }
  }
  const save = () => {
    setTried(true)
    if (text === null || told === null || told.problems.length > 0) return
    pending.run('save', async () => {
      if (source !== null) {
        await core.call('source.update', { sourceId: source.sourceId, seen: source.updatedAt, text, confirms: told.confirms })
        return show(source.sourceId)
      }
      const { sourceId, hookId } = await core.call('source.create', { text, confirms: told.confirms })
      if (hookId === null) show(sourceId)
      else setMade({ sourceId, hookId })
    })
  }
  const fields: FieldsProps = { draft, tools: tools ?? [], error, problem: tried ? problem : null, onChange: (part) => setDraft((now) => ({ ...now, ...part })) }
  return (
    <>
      <PageHeader
        leading={<IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.cancel} onClick={() => { if (source === null) navigate({ page: 'jobs', tab: 'sources' }); else show(source.sourceId) }} />}
        title={source === null ? words.new : words.edit(source.name)}
        actions={<Button variant="primary" busy={pending.has('save')} onClick={save}>{source === null ? words.create : words.save}</Button>}
      />
      <PageBody className={styles.page} groupLabel={words.form}>
        <TextField label={words.name} autoFocus dir="auto" value={draft.name} onValueChange={(name) => fields.onChange({ name })} {...error('name')} />
        <TextArea label={words.about} hint={words.aboutHint} dir="auto" minRows={2} maxRows={10} value={draft.about} onValueChange={(about) => fields.onChange({ about })} {...error('about')} />
        {source === null ? (
          <div className={styles.group}>
            <Segmented<SourceDraft['kind']> label={words.kind} value={draft.kind} onValueChange={(kind) => fields.onChange({ kind })} options={[{ value: 'poll', label: words.kinds.poll }, { value: 'webhook', label: words.kinds.webhook }]} />
            <p className={styles.meta}>{words.kindHints[draft.kind]}</p>
          </div>
        ) : null}
        <ToolFields {...fields} />
        {draft.kind === 'poll' ? <PollFields {...fields} /> : null}
        <ReachFields {...fields} />
        <PreflightPanel told={told === null ? null : { ...told, problems: [], next: [], zone: 'UTC' }} />
        <p className={styles.meta}>{words.confirms}</p>
      </PageBody>
      {made === null ? null : <SecretDialog hook={{ hookId: made.hookId, name: draft.name }} onClose={() => show(made.sourceId)} />}
    </>
  )
}

/** Choosing another connector leaves nothing of the one before. */
function ToolFields({ draft, tools, error, problem, onChange }: FieldsProps) {
  const connectors = [...new Map(tools.filter(({ toolClass }) => toolClass === 'read').map(({ connectorId, connectorLabel }) => [String(connectorId), connectorLabel])).entries()]
  const writes = tools.filter(({ connectorId, toolClass }) => toolClass === 'write' && connectorId === draft.connectorId && `${connectorId} ${draft.tool}` !== OWN_DRAFT)
  const drafts = [...writes.map(({ connectorId, connectorLabel, tool, title }) => ({ value: `${connectorId} ${tool}`, label: `${connectorLabel}: ${title}` })), ...(writes.some(({ connectorId }) => connectorId === 'notes') ? [] : [{ value: OWN_DRAFT, label: words.ownDraft }])]
  const egress = tools.find(({ connectorId, tool }) => `${connectorId} ${tool}` === draft.draft)?.egress === true
  return (
    <>
      <div className={styles.fields}>
        <Chosen label={words.connector} value={draft.connectorId} options={connectors.map(([value, label]) => ({ value, label }))} onChoose={(connectorId) => onChange({ connectorId, draft: OWN_DRAFT, draftAnywhere: false, tool: '' })} wrong={problem?.field === 'connectorId' ? words.connectorError : error('connectorId').error} />
        <Chosen label={words.draft} value={draft.draft} options={drafts} onChoose={(chosen) => onChange({ draft: chosen, draftAnywhere: false })} wrong={error('draft').error} />
      </div>
      {egress ? <Checkbox label={words.anywhere} hint={words.anywhereHint} checked={draft.draftAnywhere} onCheckedChange={(draftAnywhere) => onChange({ draftAnywhere })} /> : null}
    </>
  )
}

function PollFields({ draft, tools, error, problem, onChange }: FieldsProps) {
  const reads = tools.filter(({ connectorId, toolClass }) => toolClass === 'read' && connectorId === draft.connectorId)
  return (
    <>
      <div className={styles.fields}>
        <Chosen label={words.tool} value={draft.tool} options={reads.map(({ tool, title }) => ({ value: tool, label: title }))} onChoose={(tool) => onChange({ tool })} wrong={error('tool').error} />
        <TextField label={words.minutes} inputMode="numeric" value={draft.minutes} onValueChange={(minutes) => onChange({ minutes })} {...(problem?.field === 'minutes' ? { error: words.minutesError } : {})} />
      </div>
      <TextArea label={words.arguments} hint={words.argumentsHint} minRows={1} maxRows={8} value={draft.arguments} onValueChange={(text) => onChange({ arguments: text })} {...error('arguments')} />
      <div className={styles.fields}>
        <TextField label={words.items} hint={words.itemsHint} mono value={draft.items} onValueChange={(items) => onChange({ items })} {...error('items')} />
        <TextField label={words.id} hint={words.idHint} mono value={draft.id} onValueChange={(id) => onChange({ id })} {...error('id')} />
      </div>
      <Select<SourceDraft['first']> label={words.first} value={draft.first} onValueChange={(first) => onChange({ first })} options={[{ value: 'remember', label: words.firsts.remember }, { value: 'answer', label: words.firsts.answer }]} />
    </>
  )
}

function ReachFields({ draft, error, problem, onChange }: FieldsProps) {
  const models = useRows('models.watch', {}) ?? []
  const settings = useSettings()
  const options = [{ value: DEFAULT, label: strings.jobs.editor.defaultModel(settings?.model ?? '') }, ...models.map(({ profile: { name } }) => ({ value: `model ${name}`, label: name }))]
  return (
    <>
      <TextArea label={words.hosts} hint={words.hostsHint} minRows={1} maxRows={6} value={draft.hosts} onValueChange={(hosts) => onChange({ hosts })} {...(problem?.field === 'hosts' ? { error: strings.jobs.editor.hostsError(problem.text) } : {})} />
      <div className={styles.fields}>
        <Select label={strings.jobs.editor.model} value={draft.model === '' ? DEFAULT : `model ${draft.model}`} onValueChange={(value) => onChange({ model: value === DEFAULT ? '' : value.slice('model '.length) })} options={options} />
        <TextField label={words.perHour} inputMode="numeric" value={draft.perHour} onValueChange={(perHour) => onChange({ perHour })} {...(problem?.field === 'perHour' ? { error: words.perHourError } : error('perHour'))} />
      </div>
    </>
  )
}

interface ChosenProps { label: string; value: string; options: readonly { readonly value: string; readonly label: string }[]; onChoose: (value: string) => void; wrong: string | undefined }

/** Of some, none yet; what was chosen and isn't there any more stays to be seen. */
function Chosen({ label, value, options, onChoose, wrong }: ChosenProps) {
  const gone = value === '' || options.some((option) => option.value === value) ? [] : [{ value, label: value }]
  return (
    <div className={styles.group}>
      <Select label={label} value={value === '' ? NONE : value} onValueChange={(chosen) => onChoose(chosen === NONE ? '' : chosen)} options={[...(value === '' ? [{ value: NONE, label: words.choose }] : []), ...options, ...gone]} />
      {wrong === undefined ? null : <p className={styles.wrong} role="alert">{wrong}</p>}
    </div>
  )
}
