import { useState } from 'react'
import type { OfferedCoworkerTool } from '../../../shared/coworker.ts'
import type { ToolIdentity } from '../../../shared/policy.ts'
import { isSameTool } from '../../../shared/tool-set.ts'
import { ToolClassChip } from '../../parts/class-words.tsx'
import { strings } from '../../strings/en.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import picks from '../../parts/grant/grant.module.css'
import styles from './roles.module.css'

const words = strings.coworkers

export interface ToolPicksProps {
  /** Null: not known yet. */
  tools: readonly OfferedCoworkerTool[] | null
  picked: readonly ToolIdentity[]
  onPick: (picked: ToolIdentity[]) => void
}

/** Every tool there is; one that would not be given says why, and can be asked for all the same. */
export function ToolPicks({ tools, picked, onPick }: ToolPicksProps) {
  const [query, setQuery] = useState('')
  if (tools === null) return <Skeleton label={words.loading} lines={6} />
  const isPicked = (tool: ToolIdentity): boolean => picked.some((one) => isSameTool(one, tool))
  const wanted = query.toLowerCase().split(/\s+/).filter((word) => word !== '')
  const shown = tools.filter(({ title, connectorLabel, tool, lost }) => (lost === null || isPicked(tool) || wanted.length > 0) && wanted.every((word) => `${connectorLabel} ${title} ${tool.tool}`.toLowerCase().includes(word)))
  const gone = picked.filter((one) => !tools.some(({ tool }) => isSameTool(tool, one)))
  return (
    <>
      <TextField label={words.searchTools} hideLabel placeholder={words.searchTools} type="search" value={query} onValueChange={setQuery} />
      <ul className={picks.picks} aria-label={words.sections.tools}>
        {shown.map(({ tool, title, connectorLabel, toolClass, provenance, lost }) => (
          <li key={`${tool.connectorId} ${tool.tool}`} className={classes(picks.pick, styles.pick)}>
            <Checkbox
              label={<DrawnText text={`${connectorLabel} · ${title}`} />}
              checked={isPicked(tool)}
              onCheckedChange={(on) => onPick(on ? [...picked, tool] : picked.filter((one) => !isSameTool(one, tool)))}
              {...(lost === null ? {} : { hint: words.lost(lost) })}
            />
            <ToolClassChip toolClass={toolClass} provenance={provenance} />
          </li>
        ))}
        {gone.map((tool) => (
          <li key={`${tool.connectorId} ${tool.tool}`} className={classes(picks.pick, styles.pick)}>
            <Checkbox label={`${tool.connectorId} · ${tool.tool}`} hint={words.goneTool} checked onCheckedChange={() => onPick(picked.filter((one) => !isSameTool(one, tool)))} />
          </li>
        ))}
      </ul>
      {wanted.length === 0 ? <p className={styles.note}>{words.searchMore(tools.length - shown.length)}</p> : null}
    </>
  )
}
