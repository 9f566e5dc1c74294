import { useRef, useState, type KeyboardEvent } from 'react'
import { ArrowLeft } from 'lucide-react'
import { useCore, useRows } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PageBody } from '../../ui/page-body.tsx'
import { isSearchKey, SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { usePending } from '../../use-pending.ts'
import { ChangedTools } from './changed-tools.tsx'
import { ConnectorAction, type Connector } from './connector-action.tsx'
import { ConnectorMark } from '../../parts/connector-mark.tsx'
import { countMatching, groupTools, type ToolFilter } from './group-tools.ts'
import { EnableReads } from './enable-reads.tsx'
import { ServerPanel } from './server-panel.tsx'
import { SheetMenu } from './sheet-menu.tsx'
import { ToolTable } from './tool-table.tsx'
import styles from './connectors.module.css'

const FILTERS: readonly ToolFilter[] = ['all', 'on', 'off']
/** A row is a dozen controls; a person reads no more at once. */
const ROWS_AT_ONCE = 50
const SERVER_FILTERS: readonly ToolFilter[] = [...FILTERS, 'changed', 'unset']

export function ConnectorSheet({ connector }: { connector: Connector }) {
  const core = useCore()
  const pending = usePending()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<ToolFilter>('all')
  const search = useRef<HTMLInputElement>(null)
  const words = strings.connectors
  const { connectorId, label, server } = connector
  const tools = useRows('connector-tools.watch', { connectorId })
  const [most, setMost] = useState(ROWS_AT_ONCE)
  const listed = tools ?? []
  const groups = groupTools(listed, query, filter, most)
  const matching = countMatching(listed, query, filter)
  const shown = Math.min(most, matching)

  const keyDown = (event: KeyboardEvent) => {
    if (!isSearchKey(event)) return
    event.preventDefault()
    search.current?.focus()
  }
  const clear = () => {
    setQuery('')
    setFilter('all')
  }
  return (
    <>
      <PageHeader
        leading={
          <>
            <RailToggle />
            <IconButton icon={<ArrowLeft aria-hidden="true" />} label={words.back} onClick={() => navigate({ page: 'connectors' })} />
          </>
        }
        title={label}
        meta={<ConnectorMark state={connector.state} />}
        actions={
          <>
            <Switch
              hideLabel
              label={words.switchConnector(label)}
              checked={connector.on}
              busy={pending.has(connectorId)}
              onCheckedChange={(on) => pending.run(connectorId, () => core.call('connector.switch', { connectorId, on }))}
            />
            {server === null ? null : <SheetMenu connector={connector} />}
          </>
        }
      />
      <PageBody wide className={styles.page} onKeyDown={keyDown}>
        {connector.on ? null : <Banner kind="info" kindLabel={strings.chat.panel.state.off} happened={words.off} />}
        {connector.on && connector.detail !== null && server === null ? (
          <Banner kind="warn" kindLabel={strings.frame.warningKind} happened={connector.detail} actions={<ConnectorAction connector={connector} />} />
        ) : null}
        {server === null ? null : <ServerPanel connector={connector} server={server} />}
        <ChangedTools connector={connector} tools={listed} />
        <div className={styles.spread}>
          <p className={styles.note}>{connector.builtIn ? `${words.classesFixed} ${words.takesEffect}` : `${words.serverTools} ${words.takesEffect}`}</p>
          {server === null ? null : <EnableReads connector={connector} tools={listed} />}
        </div>
        <div className={styles.bar}>
          <SearchField ref={search} label={words.search} value={query} onValueChange={setQuery} />
          <Segmented label={words.filter} value={filter} onValueChange={setFilter} options={(server === null ? FILTERS : SERVER_FILTERS).map((value) => ({ value, label: words.filters[value] }))} />
        </div>
        {tools === null ? <Skeleton label={words.loading} lines={6} /> : tools.length === 0 ? <p className={styles.note} role="status">{words.noTools}</p> : groups.length === 0 ? (
          <div className={styles.nothing} role="status">
            <p>{words.nothingFound}</p>
            <Button size="small" onClick={clear}>{words.showAll}</Button>
          </div>
        ) : <ToolTable connectorId={connectorId} label={label} builtIn={connector.builtIn} groups={groups} pending={pending} />}
        {shown === matching ? null : (
          <div className={styles.more}>
            <span className={styles.note} role="status">{words.moreHidden(shown, matching)}</span>
            <Button size="small" onClick={() => setMost(most + ROWS_AT_ONCE)}>{words.showMore(Math.min(ROWS_AT_ONCE, matching - shown))}</Button>
          </div>
        )}
      </PageBody>
    </>
  )
}
