import { useEffect, useMemo, useState } from 'react'
import { toWireError, type WireError } from '../../../shared/errors.ts'
import type { WhatIf } from '../../../shared/what-if.ts'
import { useCore } from '../../core.tsx'
import { ProblemBanner } from '../../parts/problem-banner.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useSettled } from '../../use-settled.ts'
import { WhatIfResult } from './what-if-result.tsx'
import { AS_IT_WAS, toBack, toChange, toLimit, toolKey, type Back, type Rules } from './what-if-rules.ts'
import tabBody from './tab-body.module.css'
import styles from './what-if.module.css'

const words = strings.lookBack.whatIf
const optionsOf = <V extends string>(labels: Readonly<Record<V, string>>, values: readonly V[]) => values.map((value) => ({ value, label: labels[value] }))

/** Other rules, and what recorded calls would have met under them. It is worked out anew with each change. */
export function WhatIfTab() {
  const [rules, setRules] = useState<Rules>(AS_IT_WAS)
  const { found, problem, again } = useWhatIf(rules)
  const set = (part: Partial<Rules>) => setRules((now) => ({ ...now, ...part }))
  const limitField = (key: 'runsPerHour' | 'tokensPerDay') => (
    <TextField label={words[key]} placeholder={words.asItWas} inputMode="numeric" value={rules[key]} onValueChange={(value) => set({ [key]: value })} {...(toLimit(rules[key]) === null ? { error: words.notNumber } : {})} />
  )
  return (
    <div className={tabBody.tab}>
      <p className={styles.quiet}>{words.intro}</p>
      <div className={styles.form} role="group" aria-label={words.form}>
        <Select<Back> label={words.back} value={rules.back} onValueChange={(back) => set({ back })} options={optionsOf(words.backs, ['hundred', 'thousand', 'month'])} />
        <Select<Rules['guard']> label={words.guard} value={rules.guard} onValueChange={(guard) => set({ guard })} options={optionsOf(words.guards, ['same', 'on', 'off'])} />
        <Select<Rules['taint']> label={words.taint} value={rules.taint} onValueChange={(taint) => set({ taint })} options={optionsOf(words.taints, ['same', 'off'])} />
        {limitField('runsPerHour')}
        {limitField('tokensPerDay')}
        <Button variant="quiet" className={styles.reset} onClick={() => setRules(AS_IT_WAS)}>{words.reset}</Button>
      </div>
      {problem === null ? null : <ProblemBanner problem={problem} actions={<Button size="small" onClick={again}>{words.retry}</Button>} />}
      {found === null ? (problem === null ? <Skeleton label={words.working} lines={6} /> : null) : (
        <WhatIfResult found={found} rules={rules} onJudge={(tool, as) => setRules((now) => ({ ...now, tools: new Map(now.tools).set(toolKey(tool), { connectorId: tool.connectorId, tool: tool.tool, as }) }))} />
      )}
    </div>
  )
}

interface Worked { readonly found: WhatIf | null; readonly problem: WireError | null }

/** What was found last stays until something else is. */
function useWhatIf(rules: Rules): Worked & { readonly again: () => void } {
  const core = useCore()
  const settled = useSettledRules(rules)
  const [state, setState] = useState<Worked>({ found: null, problem: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const change = toChange(settled)
    if (change === null) return
    let isWanted = true
    core.call('run.what-if', { back: toBack(settled), change }).then(
      (found) => { if (isWanted) setState({ found, problem: null }) },
      (error: unknown) => { if (isWanted) setState((now) => ({ ...now, problem: toWireError(error) })) },
    )
    return () => { isWanted = false }
  }, [core, settled, tries])
  return { ...state, again: () => setTries((count) => count + 1) }
}

/** As chosen, except that typing is waited for. */
function useSettledRules({ back, guard, taint, tools, ...typed }: Rules): Rules {
  const runsPerHour = useSettled(typed.runsPerHour)
  const tokensPerDay = useSettled(typed.tokensPerDay)
  return useMemo(() => ({ back, guard, taint, tools, runsPerHour, tokensPerDay }), [back, guard, taint, tools, runsPerHour, tokensPerDay])
}
