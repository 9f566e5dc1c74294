import { useCore } from '../../core.tsx'
import { RailToggle } from '../../frame-toggles.tsx'
import { navigate } from '../../navigation.ts'
import { usePending } from '../../use-pending.ts'
import { strings } from '../../strings/en.ts'
import { PageHeader } from '../../ui/app-frame.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './first-run.module.css'

/** What a person sees before their first chat. */
export function FirstRun() {
  const core = useCore()
  const pending = usePending()
  const start = () => pending.run('start', async () => {
    const { chatId } = await core.call('chat.create', {})
    navigate({ page: 'chat', chatId })
  })
  const words = strings.firstRun
  return (
    <>
      <PageHeader leading={<RailToggle />} title={words.page} />
      <div className={styles.welcome}>
        <img className={styles.mark} src="./favicon.svg" alt="" />
        <h2 className={styles.title}>{words.title}</h2>
        <p className={styles.what}>{words.what}</p>
        <p className={styles.practice}>{words.practice}</p>
        <Button variant="primary" size="large" busy={pending.has('start')} onClick={start}>{words.start}</Button>
      </div>
    </>
  )
}
