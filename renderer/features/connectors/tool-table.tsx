import { useState, type KeyboardEvent } from 'react'
import type { ConnectorId } from '../../../shared/ids.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Table, type Column } from '../../ui/table.tsx'
import { TriSwitch } from '../../ui/tri-switch.tsx'
import type { Pending } from '../../use-pending.ts'
import type { Tool, ToolGroup } from './group-tools.ts'
import { toolColumns } from './tool-columns.tsx'
import { moveInGrid } from './move-in-grid.ts'
import styles from './connectors.module.css'

interface ToolTableProps {
  connectorId: ConnectorId
  label: string
  groups: readonly ToolGroup[]
  pending: Pending
}

/** Arrows go from switch to switch. Turning on a whole class that can change things is asked back, naming the tools. */
export function ToolTable({ connectorId, label, groups, pending }: ToolTableProps) {
  const core = useCore()
  const [asking, setAsking] = useState<ToolGroup | null>(null)
  const words = strings.connectors

  const switchTool = (tool: Tool, on: boolean) => core.call('tool.switch', { connectorId, tool: tool.tool, on })
  const switchGroup = (group: ToolGroup, on: boolean) => pending.run(`group ${group.id}`, async () => {
    for (const tool of group.rows.filter((row) => row.on !== on)) await switchTool(tool, on)
  })
  const columns: readonly Column<Tool>[] = toolColumns({
    busy: (tool, what) => pending.has(`${what} ${tool.tool}`),
    onSwitch: (tool, on) => pending.run(`on ${tool.tool}`, () => switchTool(tool, on)),
    onAsk: (tool, required) => pending.run(`ask ${tool.tool}`, () => core.call('tool.require-approval', { connectorId, tool: tool.tool, required })),
  })
  const keyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (moveInGrid(event.currentTarget, event.target, event.key)) event.preventDefault()
  }
  return (
    <div onKeyDown={keyDown}>
      <Table
        caption={words.table(label)}
        columns={columns}
        rowKey={(tool) => tool.tool}
        rowTone={(tool) => (tool.on ? 'normal' : 'muted')}
        groups={groups.map((group) => ({
          id: group.id,
          rows: group.rows,
          header: (
            <span className={styles.group}>
              <TriSwitch
                label={words.switchGroup(strings.inbox.classes[group.id])}
                checked={group.on}
                disabled={pending.has(`group ${group.id}`)}
                onCheckedChange={(on) => {
                  if (on && group.id !== 'read') setAsking(group)
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
        title={asking === null ? '' : words.confirm.title(strings.inbox.classes[asking.id], asking.rows.filter((tool) => !tool.on).length)}
        confirmLabel={words.confirm.confirm}
        cancelLabel={words.confirm.cancel}
        danger={asking?.id === 'destructive'}
        onConfirm={() => {
          if (asking !== null) switchGroup(asking, true)
          setAsking(null)
        }}
      >
        <p>{words.confirm.body}</p>
        <ul className={styles.names}>
          {asking?.rows.filter((tool) => !tool.on).map((tool) => <li key={tool.tool}>{tool.title} <code>{tool.tool}</code></li>)}
        </ul>
      </ConfirmDialog>
    </div>
  )
}
