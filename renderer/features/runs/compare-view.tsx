import { useEffect, useState } from 'react'
import type { ComparedCall, ComparedRun, ComparedStep } from '../../../shared/branch-operations.ts'
import type { Output } from '../../../shared/contract.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { TurnId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { takeAnswer } from '../../take-answer.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './branch.module.css'

const words = strings.branches.side

type Both = Output<'run.compare'>

/** Two runs side by side, step by step: what was said, which calls were made, and what it cost. */
export function CompareView({ turnIds, onClose }: { turnIds: readonly [TurnId, TurnId]; onClose: () => void }) {
  const core = useCore()
  const [left, right] = turnIds
  const [both, setBoth] = useState<Both | null>(null)
  const [problem, setProblem] = useState<WireError | null>(null)
  useEffect(() => takeAnswer(core.call('run.compare', { turnIds: [left, right] }), setBoth, setProblem), [core, left, right])
  return (
    <div className={styles.compare} role="region" aria-label={words.label} tabIndex={0}>
      <div><Button size="small" onClick={onClose}>{words.back}</Button></div>
      {problem === null ? null : <ProblemBanner problem={problem} />}
      {both === null ? (problem === null ? <Skeleton label={words.loading} lines={8} /> : null) : <Sides both={both} />}
    </div>
  )
}

function Sides({ both }: { both: Both }) {
  const numbers = [...new Set(both.flatMap(({ steps }) => steps.map(({ step }) => step)))].toSorted((a, b) => a - b)
  const keys = both.map(({ steps }) => new Set(steps.flatMap(({ calls }) => calls.map(keyOf))))
  return (
    <>
      <div className={styles.sides}>{both.map((run, index) => <Summary key={run.run.id} run={run} index={index} />)}</div>
      {numbers.map((step) => (
        <div key={step} className={styles.sides}>
          {both.map(({ run, steps }, index) => <Step key={run.id} number={step} step={steps.find((one) => one.step === step)} others={keys[1 - index] ?? new Set()} />)}
        </div>
      ))}
    </>
  )
}

function Summary({ run: { run, branch, money, message, steps }, index }: { run: ComparedRun; index: number }) {
  return (
    <section className={styles.side}>
      <h2 className={styles.heading}>{words.heading(index, branch !== null)}</h2>
      <Facts facts={[
        { id: 'status', label: words.status, value: strings.chat.panel.status[run.status] },
        { id: 'model', label: words.model, value: <DrawnText text={run.model} /> },
        { id: 'steps', label: words.steps, value: String(steps.length) },
        { id: 'calls', label: words.calls, value: String(steps.reduce((sum, { calls }) => sum + calls.length, 0)) },
        { id: 'tokens', label: words.tokens, value: run.tokens.toLocaleString('en') },
        { id: 'cost', label: words.cost, value: words.money(money) },
      ]} />
      {message === null ? null : <p className={styles.quiet}><DrawnText text={message} /></p>}
    </section>
  )
}

function Step({ number, step, others }: { number: number; step: ComparedStep | undefined; others: ReadonlySet<string> }) {
  return (
    <section className={styles.side}>
      <h3 className={styles.heading}>{words.step(number, step?.own ?? true)}</h3>
      {step === undefined ? <p className={styles.quiet}>{words.none}</p> : (
        <>
          {step.text === null ? <p className={styles.quiet}>{words.gone}</p> : step.text === '' ? null : <p className={styles.text}><DrawnText text={step.text} /></p>}
          {step.calls.map((call) => <Call key={call.position} call={call} isShared={others.has(keyOf(call))} />)}
        </>
      )}
    </section>
  )
}

function Call({ call, isShared }: { call: ComparedCall; isShared: boolean }) {
  return (
    <div className={styles.call} role="group" aria-label={call.name}>
      <p className={styles.actions}>
        <strong><DrawnText text={call.name} /></strong>
        <Badge tone={isShared ? 'neutral' : 'write'}>{isShared ? words.same : words.different}</Badge>
        {call.cause === 'recorded' ? <Badge>{words.recorded}</Badge> : null}
      </p>
      {call.arguments === null ? null : <Disclosure summary={words.arguments}><OutsiderText label={words.arguments} text={call.arguments} words={outsiderWords} /></Disclosure>}
      {call.result === null ? null : <Disclosure summary={words.result}><OutsiderText label={words.result} text={call.result} words={outsiderWords} /></Disclosure>}
    </div>
  )
}

/** The same call: the same tool at the same place with the same arguments. */
const keyOf = ({ position, name, arguments: args }: ComparedCall): string => JSON.stringify([position, name, args])
