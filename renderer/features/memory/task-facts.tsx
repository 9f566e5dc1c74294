import { CalendarDays } from 'lucide-react'
import type { TaskRow } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Badge } from '../../ui/badge.tsx'
import { RelativeTime, useNow } from '../../ui/relative-time.tsx'
import { dayOf, dayWords } from './due-day.ts'
import { StoredFacts } from './stored-facts.tsx'

export function TaskFacts({ task, reachable }: { task: TaskRow; reachable: boolean }) {
  const words = strings.memory.tasks
  return (
    <StoredFacts row={task} reachable={reachable} hideChange={task.completedAt === task.updatedAt}>
      {task.due === null ? null : <Due day={task.due} isOpen={task.state === 'open'} />}
      {task.completedAt === null ? null : <span>{words.doneAt} <RelativeTime at={task.completedAt} /></span>}
    </StoredFacts>
  )
}

function Due({ day, isOpen }: { day: string; isOpen: boolean }) {
  const today = dayOf(useNow())
  const words = strings.memory.tasks
  return isOpen && day < today
    ? <Badge tone="destructive" icon={<CalendarDays aria-hidden="true" />}>{words.overdue(dayWords(day))}</Badge>
    : <Badge icon={<CalendarDays aria-hidden="true" />}>{words.dueOn(dayWords(day))}</Badge>
}
