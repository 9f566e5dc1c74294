import { useState } from 'react'
import type { StoreName } from '../../../shared/stored-record.ts'
import { useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { classes } from '../../ui/classes.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { MemoryPanel } from './memory-panel.tsx'
import { NotePanel } from './note-panel.tsx'
import { TaskPanel } from './task-panel.tsx'
import page from '../../ui/list-page.module.css'
import styles from './memory.module.css'

/** Everything that the built-in connectors keep for the person, with where it came from. */
export function MemoryPage({ tab }: { tab: StoreName }) {
  const memories = useRows('memories.watch', {})?.[0] ?? null
  const tasks = useRows('tasks.watch', {})?.[0] ?? null
  const notes = useRows('notes.watch', {})?.[0] ?? null
  const [header, setHeader] = useState<HTMLElement | null>(null)
  const words = strings.memory
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.title} actions={<div ref={setHeader} className={styles.header} />} />
      <div className={classes(page.page, styles.page)}>
        <Tabs<StoreName>
          label={words.tabs}
          value={tab}
          onValueChange={(to) => navigate(to === 'memories' ? { page: 'memory' } : { page: 'memory', tab: to })}
          tabs={[
            { value: 'memories', label: words.memories.tab, ...(memories === null ? {} : { count: memories.total }), panel: <MemoryPanel store={memories} header={header} /> },
            { value: 'tasks', label: words.tasks.tab, ...(tasks === null ? {} : { count: tasks.open }), panel: <TaskPanel store={tasks} header={header} /> },
            { value: 'notes', label: words.notes.tab, ...(notes === null ? {} : { count: notes.total }), panel: <NotePanel store={notes} header={header} /> },
          ]}
        />
      </div>
    </>
  )
}
