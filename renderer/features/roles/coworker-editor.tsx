import { useEffect, useState } from 'react'
import type { CoworkerId, OfferedCoworkerTool, ProfileProblem } from '../../../shared/coworker.ts'
import { isNamed, isSameTool } from '../../../shared/tool-set.ts'
import { useCore, useRows } from '../../core.tsx'
import { navigate } from '../../navigation.ts'
import { GrantPicks } from '../../parts/grant/grant-picks.tsx'
import { NamePicks } from '../../parts/grant/name-picks.tsx'
import { usePerform } from '../../perform.ts'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { TitledSection } from '../../ui/titled-section.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { useSettled } from '../../use-settled.ts'
import { errorOf, FIGURES, toProfile, type CoworkerDraft } from './coworker-draft.ts'
import { ToolPicks } from './tool-picks.tsx'
import picks from '../../parts/grant/grant.module.css'
import styles from './roles.module.css'

const words = strings.coworkers

/** What a tool would come to is said at once; what keeps the profile from being saved from the first try on. */
export function CoworkerEditor({ id, start }: { id: CoworkerId | null; start: CoworkerDraft }) {
  const core = useCore()
  const perform = usePerform()
  const toasts = useToasts()
  const models = useRows('models.watch', {}) ?? []
  const [draft, setDraft] = useState(start)
  const [tools, setTools] = useState<readonly OfferedCoworkerTool[] | null>(null)
  const [found, setFound] = useState<readonly ProfileProblem[]>([])
  const [tried, setTried] = useState(false)
  const settled = useSettled(draft)
  const change = (part: Partial<CoworkerDraft>) => setDraft((now) => ({ ...now, ...part }))
  useEffect(() => takeAnswer(core.call('coworker.check', { profile: toProfile(settled) }), (answer) => {
    setTools(answer.tools)
    setFound(answer.problems)
  }, () => undefined), [core, settled])

  const problems = tried ? found : []
  const error = (field: ProfileProblem['field']): { readonly error?: string } => {
    const text = errorOf(problems, field)
    return text === undefined ? {} : { error: text }
  }
  const save = async () => {
    setTried(true)
    const saved = await perform(() => core.call('coworker.save', { id, profile: toProfile(draft) }))
    if (saved === undefined) return
    if (!saved.saved) {
      setFound(saved.problems)
      return
    }
    toasts.show({ title: words.saved(draft.name.trim()) })
    navigate({ page: 'roles', roleId: `coworker:${saved.id}` })
  }
  const others = useRows('coworkers.watch', {}) ?? []
  const senders = (tools ?? []).filter(({ tool, egress }) => (egress && isNamed(draft.tools, tool)) || isNamed(draft.egressTools, tool))
  const known = models.map(({ profile }) => ({ value: profile.name, label: profile.name }))
  const options = known.some(({ value }) => value === draft.model) ? known : [...known, { value: draft.model, label: draft.model === '' ? words.fields.noModel : draft.model }]
  return (
    <>
      <TitledSection title={words.sections.who}>
        <TextField label={words.fields.name} value={draft.name} onValueChange={(name) => change({ name })} {...error('name')} />
        <TextArea label={words.fields.instructions} hint={words.fields.instructionsHint} minRows={4} maxRows={16} value={draft.instructions} onValueChange={(instructions) => change({ instructions })} {...error('instructions')} />
        <Select label={words.fields.model} value={draft.model} onValueChange={(model) => change({ model })} options={options} />
        <Refusal text={errorOf(problems, 'model')} />
      </TitledSection>
      <TitledSection title={words.sections.tools}>
        <p className={styles.note}>{words.toolsText}</p>
        <Refusal text={errorOf(problems, 'tools')} />
        <ToolPicks tools={tools} picked={draft.tools} onPick={(next) => change({ tools: next })} />
      </TitledSection>
      <TitledSection title={words.sections.grant}>
        <p className={styles.note}>{words.grantText}</p>
        <Refusal text={errorOf(problems, 'grant')} />
        <GrantPicks label={words.sections.grant} grant={draft.grant} onGrant={(grant) => change({ grant })} />
        <TextArea label={words.fields.hosts} hint={words.fields.hostsHint} minRows={2} maxRows={8} value={draft.hosts} onValueChange={(hosts) => change({ hosts })} {...error('hosts')} />
        <Refusal text={errorOf(problems, 'egressTools')} />
        {senders.length === 0 ? null : (
          <>
            <p className={styles.note}>{words.egressText}</p>
            <ul className={picks.picks} aria-label={words.sections.egress}>
              {senders.map(({ tool, title, connectorLabel }) => (
                <li key={`${tool.connectorId} ${tool.tool}`} className={picks.pick}>
                  <Checkbox
                    label={<DrawnText text={`${connectorLabel} · ${title}`} />} checked={isNamed(draft.egressTools, tool)}
                    onCheckedChange={(on) => change({ egressTools: on ? [...draft.egressTools, tool] : draft.egressTools.filter((one) => !isSameTool(one, tool)) })}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </TitledSection>
      <TitledSection title={words.sections.team}>
        <p className={styles.note}>{words.teamText}</p>
        <Refusal text={errorOf(problems, 'delegatesTo')} />
        <NamePicks label={words.sections.team} options={others.map(({ id: other, name }) => ({ id: other, label: name }))} picked={draft.delegatesTo} onPick={(delegatesTo) => change({ delegatesTo })} gone={words.goneCoworker} />
        {others.length === 0 ? <p className={styles.note}>{words.noOthers}</p> : null}
      </TitledSection>
      <TitledSection title={words.sections.limits}>
        <div className={picks.figures}>
          {FIGURES.map((field) => (
            <TextField key={field} label={words.fields[field]} inputMode="decimal" value={draft.figures[field]} onValueChange={(typed) => change({ figures: { ...draft.figures, [field]: typed } })} {...error(field)} />
          ))}
        </div>
      </TitledSection>
      {problems.length === 0 ? null : <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={words.refused(problems.length)} kept={words.refusedKept} />}
      <div className={styles.buttons}>
        <Button onClick={() => navigate({ page: 'roles' })}>{words.cancel}</Button>
        <Button variant="primary" onClick={() => void save()}>{words.save}</Button>
      </div>
    </>
  )
}

function Refusal({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className={styles.refusal} role="alert">{text}</p>
}
