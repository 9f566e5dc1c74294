import { useEffect, useState, type ReactNode, type Ref } from 'react'
import { TurnStatus } from '../../../shared/run-record.ts'
import { DecisionFilter, type RunChoices } from '../../../shared/run-log.ts'
import { ToolClass } from '../../../shared/policy.ts'
import { useCore } from '../../core.tsx'
import { useRoleNames } from '../../parts/role-names.ts'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { TIMES, type ChosenFilter } from './filter-choices.ts'
import page from '../../ui/list-page.module.css'
import styles from './runs.module.css'

const words = strings.runs.filters
const ANY = 'any'
const STATUSES = TurnStatus.options.flatMap((part) => part.options)
const NO_CHOICES: RunChoices = { roles: [], connectors: [] }

interface FilterBarProps {
  name: 'runs' | 'audit'
  chosen: ChosenFilter
  onChange: (chosen: ChosenFilter) => void
  searchRef: Ref<HTMLInputElement>
  children?: ReactNode
}

export function FilterBar({ name, chosen, onChange, searchRef, children }: FilterBarProps) {
  const choices = useChoices()
  const roleName = useRoleNames()
  const set = (change: Partial<ChosenFilter>) => onChange({ ...chosen, ...change })
  return (
    <div className={classes(page.bar, styles.bar)} role="search" aria-label={words.label}>
      <SearchField ref={searchRef} label={words.search[name]} value={chosen.query} onValueChange={(query) => set({ query })} maxLength={500} />
      <OneOf label={words.decision} anyLabel={words.any.decision} value={chosen.decision} options={DecisionFilter.options.map((value) => ({ value, label: words.decisions[value] }))} onChoose={(decision) => set({ decision })} />
      <OneOf label={words.toolClass} anyLabel={words.any.toolClass} value={chosen.toolClass} options={ToolClass.options.map((value) => ({ value, label: strings.inbox.classes[value] }))} onChoose={(toolClass) => set({ toolClass })} />
      <OneOf label={words.connector} anyLabel={words.any.connector} value={chosen.connectorId} options={choices.connectors.map((value) => ({ value, label: value }))} onChoose={(connectorId) => set({ connectorId })} />
      <OneOf label={words.status} anyLabel={words.any.status} value={chosen.status} options={STATUSES.map((value) => ({ value, label: strings.chat.panel.status[value] }))} onChoose={(status) => set({ status })} />
      {choices.roles.length < 2 && chosen.role === null ? null : (
        <OneOf label={words.role} anyLabel={words.any.role} value={chosen.role} options={choices.roles.map((value) => ({ value, label: roleName(value) }))} onChoose={(role) => set({ role })} />
      )}
      <OneOf label={words.time} anyLabel={words.any.time} value={chosen.time} options={TIMES.map((value) => ({ value, label: words.times[value] }))} onChoose={(time) => set({ time })} />
      <Checkbox label={words.tainted} checked={chosen.tainted} onCheckedChange={(tainted) => set({ tainted })} />
      {children}
    </div>
  )
}

interface OneOfProps<V extends string> { label: string; anyLabel: string; value: V | null; options: readonly { readonly value: V; readonly label: string }[]; onChoose: (value: V | null) => void }

function OneOf<V extends string>({ label, anyLabel, value, options, onChoose }: OneOfProps<V>) {
  return (
    <Select<V | typeof ANY>
      label={label}
      hideLabel
      size="small"
      value={value ?? ANY}
      options={[{ value: ANY, label: anyLabel }, ...options]}
      onValueChange={(next) => onChoose(next === ANY ? null : options.find((option) => option.value === next)?.value ?? null)}
    />
  )
}

/** What occurs at all, as it was when the page was opened. */
function useChoices(): RunChoices {
  const core = useCore()
  const [choices, setChoices] = useState(NO_CHOICES)
  useEffect(() => takeAnswer(core.call('runs.choices', {}), setChoices, () => undefined), [core])
  return choices
}
