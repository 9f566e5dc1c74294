import { useEffect, useId, useRef, useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { AnthropicProfile, ModelCheck, SuggestedProfile } from '../../../shared/model-profile.ts'
import { useCore, useRows } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ProblemBanner } from '../problem-banner.tsx'
import { CertifiedField } from './certified-field.tsx'
import { EMPTY_FIELDS, fieldsOf, readFields, secretNameOf, type FieldName, type FormFields } from './form-fields.ts'
import { KeyFields } from './key-fields.tsx'
import { placeOf } from './key-place.tsx'
import { MoreFields } from './more-fields.tsx'
import { NO_KEY, storeKey, type TypedKey } from './typed-key.ts'
import { usePlaces } from './use-places.ts'
import styles from './model-form.module.css'

const words = strings.models.form
const BY_HAND = ''
const NONE: ReadonlySet<FieldName> = new Set()

export interface ModelFormProps {
  title: string
  /** What it can be filled in from; the first one is taken. */
  offers: readonly SuggestedProfile[]
  /** Set: this one is edited. */
  stored?: AnthropicProfile
  saveLabel: string
  /** Called when profile and key are stored. */
  onSaved: (name: string) => void
  onCancel: () => void
}

type Told = { readonly kind: 'check'; readonly check: ModelCheck } | { readonly kind: 'error'; readonly error: WireError }

/** One model: where it is, which it is, and its key, which goes to the core and never comes back. */
export function ModelForm({ title, offers, stored, saveLabel, onSaved, onCancel }: ModelFormProps) {
  const core = useCore()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [offered, setOffered] = useState(offers[0] ?? null)
  const [fields, setFields] = useState<FormFields>(() => (stored !== undefined ? fieldsOf(stored) : offers[0] === undefined ? EMPTY_FIELDS : fieldsOf(offers[0].profile)))
  const [typed, setTyped] = useState(NO_KEY)
  const [problems, setProblems] = useState(NONE)
  const [told, setTold] = useState<Told | null>(null)
  const [busy, setBusy] = useState<'testing' | 'saving' | null>(null)
  const vault = useRows('vault.watch', {})?.[0]?.state ?? 'none'
  const hasKey = fields.keyKind === 'secret' && typed.value.trim() !== ''
  const asked = usePlaces(hasKey)
  const { places } = asked
  useEffect(() => heading.current?.focus(), [])

  const change = (next: Partial<FormFields>) => {
    setFields((before) => ({ ...before, ...next }))
    setProblems(NONE)
    setTold(null)
  }
  const type = (next: TypedKey) => {
    setTyped(next)
    setTold(null)
  }
  const offer = (name: string) => {
    const chosen = offers.find(({ profile }) => profile.name === name) ?? null
    setOffered(chosen)
    change(chosen === null ? EMPTY_FIELDS : fieldsOf(chosen.profile))
  }
  const run = async (what: 'testing' | 'saving', work: (profile: AnthropicProfile) => Promise<void>) => {
    if (busy !== null) return
    const read = readFields(fields)
    if (!read.ok) return setProblems(read.problems)
    setBusy(what)
    try {
      await work(read.profile)
    } catch (error) {
      setTold({ kind: 'error', error: toWireError(error) })
    } finally {
      setBusy(null)
    }
  }
  const test = () => run('testing', async (profile) => {
    setTold(null)
    setTold({ kind: 'check', check: await core.call('model.test', { profile, ...(hasKey ? { key: typed.value } : {}) }) })
  })
  const save = () => run('saving', async (profile) => {
    if (hasKey) {
      await storeKey(core, secretNameOf(fields), typed, placeOf(places, typed) ?? 'session', vault)
      setTyped(NO_KEY)
    }
    await core.call('model.save', { profile, isNew: stored === undefined })
    onSaved(profile.name)
  })
  const errorAt = (name: FieldName, error: string) => (problems.has(name) ? { error } : {})

  return (
    <section className={styles.form} aria-labelledby={id}>
      <h3 id={id} ref={heading} className={styles.title} tabIndex={-1}>{title}</h3>
      {offers.length === 0 ? null : (
        <Select
          label={words.offer}
          value={offered?.profile.name ?? BY_HAND}
          options={[...offers.map(({ profile: { name } }) => ({ value: name, label: name })), { value: BY_HAND, label: words.byHand }]}
          onValueChange={offer}
        />
      )}
      {offered === null ? null : <OfferNote offer={offered} />}
      {stored === undefined ? <TextField label={words.name} hint={words.nameHint} value={fields.name} onValueChange={(name) => change({ name })} {...errorAt('name', words.problems.name)} /> : null}
      <TextField mono spellCheck={false} autoComplete="off" label={words.baseUrl} hint={words.baseUrlHint} value={fields.baseUrl} onValueChange={(baseUrl) => change({ baseUrl })} {...errorAt('baseUrl', words.problems.baseUrl)} />
      <TextField mono spellCheck={false} autoComplete="off" label={words.model} hint={words.modelHint} value={fields.model} onValueChange={(model) => change({ model })} {...errorAt('model', words.problems.model)} />
      <KeyFields fields={fields} typed={typed} asked={asked} vault={vault} isVariableWrong={problems.has('variable')} onChange={change} onTyped={type} />
      <CertifiedField certified={fields.certified} known={knownCertification(stored ?? offered?.profile ?? null)} onChange={(certified) => change({ certified })} />
      <MoreFields fields={fields} problems={problems} onChange={change} />
      <div aria-live="polite">{told === null ? null : <Result told={told} />}</div>
      <div className={styles.end}>
        <Button busy={busy === 'testing'} onClick={() => void test()}>{words.test}</Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
        <Button variant="primary" busy={busy === 'saving'} disabled={hasKey && places.status === 'asking'} onClick={() => void save()}>{saveLabel}</Button>
      </div>
    </section>
  )
}

const knownCertification = (profile: Pick<AnthropicProfile, 'certified' | 'certification'> | null) =>
  profile?.certification === undefined ? null : { certified: profile.certified, certification: profile.certification }

function OfferNote({ offer }: { offer: SuggestedProfile }) {
  const unverified = offer.unverified.map((name) => words.unverifiedNames[name]).join(', ')
  return <p className={styles.note}>{offer.note} {words.facts(offer.readOn, new URL(offer.source).host)}{unverified === '' ? '' : ` ${words.unverified(unverified)}`}</p>
}

function Result({ told }: { told: Told }) {
  if (told.kind === 'error') return <ProblemBanner problem={told.error} kept={told.error.kept} />
  const { ok, sentence, notes } = told.check
  return <Banner kind={ok ? 'info' : 'warn'} kindLabel={ok ? words.works : words.fails} happened={`${ok ? words.works : words.fails}. ${sentence}`} {...(notes.length === 0 ? {} : { todo: notes.join(' ') })} />
}
