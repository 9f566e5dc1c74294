import { useEffect, useState } from 'react'
import type { ToolExplanation } from '../../../shared/explain.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import { useCore } from '../../core.tsx'
import { usePerform } from '../../perform.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './jobs.module.css'

const words = strings.jobs.editor
const isSame = (left: ToolIdentity, right: ToolIdentity): boolean => left.connectorId === right.connectorId && left.tool === right.tool

interface ToolChoicesProps { chosen: readonly ToolIdentity[]; onChoose: (chosen: ToolIdentity[]) => void }

/** Every tool that a job could have, by connector. Destructive ones aren't among them: no job gets those. */
export function ToolChoices({ chosen, onChoose }: ToolChoicesProps) {
  const tools = useTools()
  const groups = [...Map.groupBy(tools ?? [], ({ connectorId }) => connectorId)]
  const toggle = ({ connectorId, tool }: ToolExplanation, on: boolean): void => onChoose(on ? [...chosen, { connectorId, tool }] : chosen.filter((one) => !isSame(one, { connectorId, tool })))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.tools}</legend>
      <p className={styles.meta}>{words.toolsHint}</p>
      {tools === null ? <Skeleton label={strings.jobs.loading} lines={4} /> : groups.length === 0 ? <p className={styles.meta}>{words.noTools}</p> : groups.map(([connectorId, all]) => {
        const count = all.filter((tool) => chosen.some((one) => isSame(one, tool))).length
        return (
          <Disclosure key={connectorId} defaultOpen={count > 0} summary={<DrawnText text={all[0]?.connectorLabel ?? connectorId} />} aside={words.chosen(count, all.length)}>
            <ul className={styles.choices}>
              {all.map((tool) => (
                <li key={tool.tool} className={styles.choice}>
                  <Checkbox label={tool.title} checked={chosen.some((one) => isSame(one, tool))} onCheckedChange={(on) => toggle(tool, on)} />
                  <ToolClassChip toolClass={tool.toolClass} provenance={tool.provenance} />
                </li>
              ))}
            </ul>
          </Disclosure>
        )
      })}
    </fieldset>
  )
}

/** Those that a run without anybody there could have at all. */
export function useTools(): readonly ToolExplanation[] | null {
  const core = useCore()
  const perform = usePerform()
  const [tools, setTools] = useState<readonly ToolExplanation[] | null>(null)
  useEffect(() => {
    let isCurrent = true
    void perform(() => core.call('tool.explain', { chatId: null })).then((read) => { if (isCurrent && read !== undefined) setTools(read.filter(({ toolClass, on }) => on && toolClass !== 'destructive')) })
    return () => { isCurrent = false }
  }, [core, perform])
  return tools
}
