import { useState, type KeyboardEvent } from 'react'
import type { ConnectorId } from '../../../shared/ids.ts'
import type { ToolClass } from '../../../shared/policy.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { TriSwitch } from '../../ui/tri-switch.tsx'
import type { Pending } from '../../use-pending.ts'
import type { Tool, ToolGroup } from './group-tools.ts'
import { toolColumns } from './tool-columns.tsx'
import { BulkClasses } from './bulk-classes.tsx'
import { usePreview } from './use-preview.ts'
import { moveInGrid } from './move-in-grid.ts'
import styles from './connectors.module.css'
import tools from './tools.module.css'

interface ToolTableProps {
  connectorId: ConnectorId
  label: string
  builtIn: boolean
  groups: readonly ToolGroup[]
  pending: Pending
}

/** Arrows go from switch to switch. Turning on a whole class that can change things is asked back, naming the tools. */
export function ToolTable({ connectorId, label, builtIn, groups, pending }: ToolTableProps) {
  const core = useCore()
  const [asking, setAsking] = useState<ToolGroup | null>(null)
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const words = strings.connectors

  const switchTool = (tool: Tool, on: boolean) => core.call('tool.switch', { connectorId, tool: tool.tool, on, pin: tool.pin })
  const turned = (group: ToolGroup, on: boolean) => group.rows.filter((row) => row.on !== on && (!on || (row.changed === null && row.unusable === null)))
  const switchGroup = (group: ToolGroup, on: boolean) => pending.run(`group ${group.id}`, async () => {
    for (const tool of turned(group, on)) await switchTool(tool, on)
  })
  const chosen = groups.flatMap(({ rows }) => rows).filter((tool) => picked.has(tool.tool))
  const setClass = (tools: readonly Tool[], toolClass: ToolClass) =>
    core.call('tool.set-class', { connectorId, tools: tools.map(({ tool, pin }) => ({ tool, pin })), toolClass })
  const preview = usePreview(connectorId)
  const columns: readonly Column<Tool>[] = toolColumns({
    preview,
    busy: (tool, what) => pending.has(`${what} ${tool.tool}`),
    onSwitch: (tool, on) => pending.run(`on ${tool.tool}`, () => switchTool(tool, on)),
    onAsk: (tool, required) => pending.run(`ask ${tool.tool}`, () => core.call('tool.require-approval', { connectorId, tool: tool.tool, required })),
    server: builtIn ? null : {
      label, picked,
      onPick: (tool, on) => setPicked((before) => new Set(on ? [...before, tool.tool] : [...before].filter((name) => name !== tool.tool))),
      onClass: (tool, toolClass) => pending.run(`class ${tool.tool}`, () => setClass([tool], toolClass)),
      onFacts: ({ tool, pin }, facts) => pending.run(`facts ${tool}`, () => core.call('tool.set-facts', { connectorId, tool, pin, ...facts })),
    },
  })
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (moveInGrid(event.currentTarget, event.target, event.key)) event.preventDefault()
  }
  return (
    <div onKeyDown={keyDown}>
      {chosen.length === 0 ? null : (
        <BulkClasses
          count={chosen.length}
          busy={pending.has('bulk')}
          onClear={() => setPicked(new Set())}
          preview={(toolClass) => preview.asked(chosen.map(({ tool }) => tool), toolClass)}
          onApply={(toolClass) => pending.run('bulk', async () => {
            await setClass(chosen, toolClass)
            setPicked(new Set())
          })}
        />
      )}
      <Table
        caption={words.table(label)}
        columns={columns}
        rowKey={(tool) => tool.tool}
        rowTone={(tool) => (tool.changed !== null ? 'asks' : tool.on ? 'normal' : 'muted')}
        groups={groups.map((group) => ({
          id: group.id,
          rows: group.rows,
          header: (
            <span className={tools.group}>
              <TriSwitch
                label={words.switchGroup(strings.inbox.classes[group.id])}
                checked={group.on}
                disabled={pending.has(`group ${group.id}`)}
                onCheckedChange={(on) => {
                  if (on && (group.id !== 'read' || !builtIn)) setAsking(group)
                  else switchGroup(group, on)
                }}
              />
              <span>{strings.inbox.classes[group.id]}</span>
              <span className={styles.meta}>{words.classMeans[group.id]} · {words.groupCount(group.countOn, group.rows.length)}</span>
            </span>
          ),
        }))}
      />
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => { if (!open) setAsking(null) }}
        title={asking === null ? '' : words.confirm.title(strings.inbox.classes[asking.id], turned(asking, true).length)}
        confirmLabel={words.confirm.confirm}
        cancelLabel={words.confirm.cancel}
        danger={asking?.id === 'destructive'}
        onConfirm={() => {
          if (asking !== null) switchGroup(asking, true)
          setAsking(null)
        }}
      >
        <p>{builtIn ? words.confirm.body : words.confirm.reviewed}</p>
        <ul className={styles.names}>
          {(asking === null ? [] : turned(asking, true)).map((tool) => <li key={tool.tool}><DrawnText text={tool.title} /> <code><DrawnText text={tool.tool} /></code>{tool.misleading ? ` · ${words.misleading}` : null}</li>)}
        </ul>
      </ConfirmDialog>
    </div>
  )
}
