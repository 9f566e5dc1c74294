import { useState, type ReactNode } from 'react'
import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { ModelForm } from '../../parts/model-form/model-form.tsx'
import { useSuggestions } from '../../parts/model-form/use-suggestions.ts'
import { usePending } from '../../use-pending.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import pageScroller from '../../ui/page-scroller.module.css'
import framed from '../../ui/framed-list.module.css'
import styles from './first-run.module.css'

const words = strings.firstRun

/** What a person sees before their first chat: what this is, and three ways to begin. */
export function FirstRun() {
  const core = useCore()
  const pending = usePending()
  const [picked, setPicked] = useState<'service' | 'local' | null>(null)
  const start = async (model: string) => {
    await core.call('model.choose', { name: model })
    const { chatId } = await core.call('chat.create', {})
    navigate({ page: 'chat', chatId })
  }
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.page} />
      <div className={pageScroller.scroller}>
        <div className={styles.welcome}>
          <img className={styles.mark} src="./favicon.svg" alt="" />
          <h2 className={styles.title}>{words.title}</h2>
          <p className={styles.what}>{words.what}</p>
          {picked === null ? (
            <>
              <ul className={classes(framed.list, styles.choices)} aria-label={words.choices}>
                <Choice words={words.practice}><Button variant="primary" size="large" busy={pending.has('start')} onClick={() => pending.run('start', () => start('practice'))}>{words.practice.action}</Button></Choice>
                <Choice words={words.service}><Button size="large" onClick={() => setPicked('service')}>{words.service.action}</Button></Choice>
                <Choice words={words.local}><Button size="large" onClick={() => setPicked('local')}>{words.local.action}</Button></Choice>
              </ul>
              <p className={styles.quiet}>{words.choicesLater}</p>
            </>
          ) : <Form key={picked} picked={picked} onSaved={(name) => pending.run('start', () => start(name))} onCancel={() => setPicked(null)} />}
        </div>
      </div>
    </>
  )
}

function Choice({ words: { title, text }, children }: { words: { readonly title: string; readonly text: string }; children: ReactNode }) {
  return (
    <li className={styles.choice}>
      <div className={styles.words}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.quiet}>{text}</p>
      </div>
      {children}
    </li>
  )
}

function Form({ picked, onSaved, onCancel }: { picked: 'service' | 'local'; onSaved: (name: string) => void; onCancel: () => void }) {
  const suggestions = useSuggestions()
  if (suggestions === null) return <Skeleton label={words.loading} lines={6} />
  const offers = suggestions.filter(({ profile }) => (profile.key.kind === 'none') === (picked === 'local'))
  return <ModelForm title={words[picked].form} offers={offers} saveLabel={words.save} onSaved={onSaved} onCancel={onCancel} />
}
