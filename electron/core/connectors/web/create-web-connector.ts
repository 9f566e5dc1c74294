import { defineConnector } from '../../tools/define-tool.ts'
import type { Connector } from '../../tools/tool.ts'
import { fetchPage, WEB_ID, type WebLimits } from './fetch-page-tool.ts'
import { FETCH_LIMITS } from '../../http/tool-http.ts'
import { resolveBySystem, type ResolveHost } from '../../http/resolve-host.ts'

export interface WebDeps {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Private hosts that may be read all the same, as the person typed them: `host` or `host:port`. Read anew for each call. */
  readonly privateHosts: () => readonly string[]
  /** Left out: the system's own. */
  readonly resolve?: ResolveHost
  /** What is left out is as in `WEB_LIMITS`. */
  readonly limits?: Partial<WebLimits>
}

export const WEB_LIMITS: WebLimits = { ...FETCH_LIMITS, convertMs: 8000 }

/** Pages of the public web, read only. */
export function createWebConnector({ now, privateHosts, resolve = resolveBySystem, limits = {} }: WebDeps): Connector {
  return defineConnector({
    id: WEB_ID,
    label: 'Web',
    deps: { now, privateHosts, resolve, limits: { ...WEB_LIMITS, ...limits } },
    tools: [fetchPage],
    withheld: [
      { what: 'Clicking, typing, forms and logins', why: 'Each of them turns a read into a write on somebody else’s site.' },
      { what: 'Running a page’s scripts', why: 'They would send and fetch on their own, past everything that is asked here.' },
      { what: 'Downloads, and files other than text', why: 'What can’t be read on a card can’t be judged.' },
      { what: 'Following a page to another host', why: 'An address you typed would become one that the page chose. The model is told the other address and may ask for it.' },
      { what: 'Cookies and sessions', why: 'A page is read as a stranger would read it, so that nothing of yours speaks along.' },
      { what: 'Addresses of your own network', why: 'Unless you listed the host under Settings, Private hosts.' },
    ],
  })
}
