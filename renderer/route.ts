import { assertNever } from '../shared/assert-never.ts'
import { CoworkerId } from '../shared/coworker.ts'
import { CaseRunId, ChatId, ConnectorId, JobId, SourceId, TurnId } from '../shared/ids.ts'

export type Route =
  | { readonly page: 'chat'; readonly chatId: ChatId; /** To be brought into sight. */ readonly turnId?: TurnId }
  | { readonly page: 'new-chat' }
  | { readonly page: 'inbox' }
  | { readonly page: 'connectors'; readonly connectorId?: ConnectorId }
  | { readonly page: 'memory'; /** Left out: memories. */ readonly tab?: MemoryTab }
  | { readonly page: 'budget' }
  | { readonly page: 'jobs'; readonly edit?: 'new' }
  | { readonly page: 'jobs'; readonly tab: 'webhooks' | 'sources'; readonly edit?: undefined }
  | { readonly page: 'jobs'; readonly jobId: JobId; readonly edit?: 'text' }
  | { readonly page: 'goals'; readonly edit?: 'new' }
  | { readonly page: 'goals'; readonly tab: 'advanced' }
  | { readonly page: 'goals'; readonly goalId: number; readonly edit?: 'text' }
  | { readonly page: 'source'; /** Left out: a new one. */ readonly id?: SourceId; readonly edit?: 'text' }
  | { readonly page: 'runs'; /** Left out: all runs. */ readonly tab?: 'audit' | 'what-if' }
  | { readonly page: 'runs'; readonly tab: 'cases'; /** The one that is shown; left out: all of them. */ readonly caseRunId?: CaseRunId }
  | { readonly page: 'runs'; /** What to look for in all runs. */ readonly query: string }
  | { readonly page: 'runs'; readonly turnId: TurnId; /** The event that is shown first; left out: the last. */ readonly seq?: number }
  | { readonly page: 'roles'; readonly roleId?: string }
  | { readonly page: 'coworker'; /** Left out: a new one. */ readonly id?: CoworkerId }
  | { readonly page: 'settings'; readonly section?: string }

/** Besides memories. */
export type MemoryTab = 'tasks' | 'notes'

/** Of a chat. Each visit is an object of its own. */
export type ChatRoute = Extract<Route, { page: 'chat' }>

const HOME: Route = { page: 'new-chat' }

/** A part of an address as it was before encoding; null when it isn't valid percent encoding. */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** Anything that isn't an address of ours, such as an old link, leads to a new chat. */
export function parseRoute(hash: string): Route {
  const [page, rest, last] = hash.replace(/^#?\/?/, '').split('/', 3)
  const detail = rest === undefined || rest === '' ? null : decode(rest)
  switch (page) {
    case 'chat': {
      const chatId = ChatId.safeParse(detail)
      const turnId = TurnId.safeParse(last)
      return chatId.success ? { page, chatId: chatId.data, ...(turnId.success ? { turnId: turnId.data } : {}) } : HOME
    }
    case 'inbox': return { page }
    case 'budget': return { page }
    case 'jobs': {
      const jobId = JobId.safeParse(detail)
      if (jobId.success) return { page, jobId: jobId.data, ...(last === 'edit' ? { edit: 'text' } : {}) }
      return detail === 'new' ? { page, edit: detail } : detail === 'webhooks' || detail === 'sources' ? { page, tab: detail } : { page }
    }
    case 'sources': {
      const id = SourceId.safeParse(detail)
      return { page: 'source', ...(id.success ? { id: id.data, ...(last === 'edit' ? { edit: 'text' as const } : {}) } : {}) }
    }
    case 'goals': {
      const goalId = /^[1-9]\d{0,8}$/.test(detail ?? '') ? Number(detail) : null
      if (goalId !== null) return { page, goalId, ...(last === 'edit' ? { edit: 'text' } : {}) }
      return detail === 'new' ? { page, edit: detail } : detail === 'advanced' ? { page, tab: detail } : { page }
    }
    case 'runs': {
      const query = detail === 'search' && last !== undefined ? decode(last) : null
      if (query !== null && query !== '') return { page, query }
      if (detail === 'cases') {
        const caseRunId = CaseRunId.safeParse(last)
        return { page, tab: detail, ...(caseRunId.success ? { caseRunId: caseRunId.data } : {}) }
      }
      const turnId = TurnId.safeParse(detail)
      const seq = /^[1-9]\d{0,8}$/.test(last ?? '') ? Number(last) : null
      return turnId.success ? { page, turnId: turnId.data, ...(seq === null ? {} : { seq }) } : detail === 'audit' || detail === 'what-if' ? { page, tab: detail } : { page }
    }
    case 'connectors': {
      const connectorId = ConnectorId.safeParse(detail)
      return connectorId.success ? { page, connectorId: connectorId.data } : { page }
    }
    case 'roles': return detail === null ? { page } : { page, roleId: detail }
    case 'memory': return detail === 'tasks' || detail === 'notes' ? { page, tab: detail } : { page }
    case 'coworkers': {
      const id = CoworkerId.safeParse(detail)
      return id.success && id.data !== 'new' ? { page: 'coworker', id: id.data } : { page: 'coworker' }
    }
    case 'settings': return detail === null ? { page } : { page, section: detail }
    default: return HOME
  }
}

/** The hash that `parseRoute` reads as this route. */
export function formatRoute(route: Route): string {
  switch (route.page) {
    case 'chat': return route.turnId === undefined ? `#/chat/${route.chatId}` : `#/chat/${route.chatId}/${route.turnId}`
    case 'new-chat': return '#/new'
    case 'inbox': return '#/inbox'
    case 'connectors': return route.connectorId === undefined ? '#/connectors' : `#/connectors/${route.connectorId}`
    case 'memory': return route.tab === undefined ? '#/memory' : `#/memory/${route.tab}`
    case 'budget': return '#/budget'
    case 'jobs':
      if ('jobId' in route) return `#/jobs/${route.jobId}${route.edit === undefined ? '' : '/edit'}`
      return 'tab' in route ? `#/jobs/${route.tab}` : route.edit === undefined ? '#/jobs' : '#/jobs/new'
    case 'goals':
      if ('goalId' in route) return `#/goals/${route.goalId}${route.edit === undefined ? '' : '/edit'}`
      return 'tab' in route ? '#/goals/advanced' : route.edit === undefined ? '#/goals' : '#/goals/new'
    case 'source': return route.id === undefined ? '#/sources/new' : `#/sources/${route.id}${route.edit === undefined ? '' : '/edit'}`
    case 'runs':
      if ('turnId' in route) return route.seq === undefined ? `#/runs/${route.turnId}` : `#/runs/${route.turnId}/${route.seq}`
      if ('query' in route) return `#/runs/search/${encodeURIComponent(route.query)}`
      if ('caseRunId' in route && route.caseRunId !== undefined) return `#/runs/cases/${route.caseRunId}`
      return route.tab === undefined ? '#/runs' : `#/runs/${route.tab}`
    case 'roles': return route.roleId === undefined ? '#/roles' : `#/roles/${encodeURIComponent(route.roleId)}`
    case 'coworker': return `#/coworkers/${route.id ?? 'new'}`
    case 'settings': return route.section === undefined ? '#/settings' : `#/settings/${encodeURIComponent(route.section)}`
    default: return assertNever(route, 'route')
  }
}
