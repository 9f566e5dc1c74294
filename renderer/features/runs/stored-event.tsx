import type { RecordedEvent, RecordedLayer } from '../../../shared/run-log.ts'
import { outsiderWords } from '../../parts/outsider-words.ts'
import { strings } from '../../strings/en.ts'
import { Facts } from '../../ui/facts.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show.stored
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' })

/** Header, names and content of one event, with what binds them into the chain. */
export function StoredEvent({ recorded: { event, seq, position, at, chain, meta, body } }: { recorded: RecordedEvent }) {
  const { meta: names, body: content, ...header } = event
  return (
    <div className={view.kept}>
      <Facts
        facts={[
          { id: 'kind', label: words.kind, value: <code className={styles.mono}>{event.kind}</code> },
          { id: 'version', label: words.version, value: String(event.version) },
          { id: 'at', label: words.at, value: exact.format(at) },
          { id: 'seq', label: words.seq, value: String(seq) },
          { id: 'position', label: words.position, value: position.toLocaleString('en') },
          { id: 'meta', label: words.metaHash, value: hashOf(meta) },
          { id: 'body', label: words.bodyHash, value: hashOf(body) },
          { id: 'chain', label: words.chain, value: <code className={styles.mono}>{chain}</code> },
        ]}
      />
      <JsonView label={words.header} source={JSON.stringify(header)} words={outsiderWords} />
      {names === null ? null : <JsonView label={words.meta} source={JSON.stringify(names)} words={outsiderWords} />}
      {content === null ? null : <JsonView label={words.body} source={JSON.stringify(content)} words={outsiderWords} />}
    </div>
  )
}

const hashOf = ({ hash, size }: RecordedLayer) => hash === null ? words.none : <code className={styles.mono}>{words.hash(hash, size)}</code>
