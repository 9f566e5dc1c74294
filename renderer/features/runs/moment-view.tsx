import { strings } from '../../strings/en.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DrawnText } from '../../ui/drawn-text.tsx'
import { ChatThen } from './chat-then.tsx'
import { eventDetail } from './event-words.ts'
import { LimitsThen } from './limits-then.tsx'
import type { Moment } from './moments.ts'
import { StoredEvent } from './stored-event.tsx'
import view from './run-view.module.css'
import styles from './runs.module.css'

const words = strings.runs.show

/** The run as it stood after one event. */
export function MomentView({ moment: { recorded, state } }: { moment: Moment }) {
  const { meta, body } = recorded
  const gone = meta.state === 'gone' ? (body.state === 'kept' ? 'meta' : 'both') : body.state === 'gone' ? 'body' : null
  const detail = eventDetail(recorded.event, state)
  return (
    <div className={view.moment} tabIndex={0} role="region" aria-label={words.place(recorded.seq, state.seq)}>
      <div>
        <h2 className={view.momentTitle}>{words.kinds[recorded.event.kind]}</h2>
        {detail === '' ? null : <p className={styles.quiet}><DrawnText text={detail} /></p>}
      </div>
      {gone === null ? null : <p className={view.gone}>{words.goneLayers[gone]}</p>}
      <section aria-labelledby="chat-then">
        <h3 id="chat-then" className={view.heading}>{words.sections.then}</h3>
        <ChatThen state={state} />
      </section>
      <section aria-labelledby="limits-then">
        <h3 id="limits-then" className={view.heading}>{words.sections.budget}</h3>
        <LimitsThen state={state} />
      </section>
      <Disclosure summary={words.sections.stored}><StoredEvent recorded={recorded} /></Disclosure>
    </div>
  )
}
