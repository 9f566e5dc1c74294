import { Shield } from 'lucide-react'
import type { TaintSource } from '../../shared/taint.ts'
import { strings } from '../strings/en.ts'
import { Popover } from '../ui/popover.tsx'
import { TaintSources } from './taint-sources.tsx'
import chip from './taint-chip.module.css'

const words = strings.memory.taint

/** Of something stored: what its writer had read from outside. @param reachable false where it can't take the focus now */
export function TaintMark({ sources, reachable = true }: { sources: readonly TaintSource[]; reachable?: boolean }) {
  return (
    <Popover
      title={words.title}
      trigger={
        <button type="button" className={chip.chip} tabIndex={reachable ? 0 : -1}>
          <Shield aria-hidden="true" />
          {words.chip(sources.length)}
        </button>
      }
    >
      <div className={chip.body}>
        <p>{words.text}</p>
        <TaintSources sources={sources} />
      </div>
    </Popover>
  )
}
