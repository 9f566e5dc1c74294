import { useState } from 'react'
import { useAppInfo } from '../../app-info.ts'
import { turnOffNotifications, turnOnNotifications, useNotificationState } from '../../notifications.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { SettingsSection } from './settings-section.tsx'
import styles from './settings.module.css'

const words = strings.settings.notifications

/** The browser is asked by this press and by nothing else. */
export function Notifications() {
  const info = useAppInfo()
  const state = useNotificationState()
  const [isAsking, setAsking] = useState(false)
  const isNative = info.status === 'known' && info.info.shell !== 'browser'
  const turnOn = () => {
    setAsking(true)
    void turnOnNotifications().finally(() => setAsking(false))
  }
  return (
    <SettingsSection id="notifications">
      <p className={styles.note}>{words.intro}</p>
      <p role="status">{isNative ? words.states.native : isAsking ? words.asking : words.states[state]}</p>
      <div className={styles.buttons}>
        {!isNative && state === 'off' ? <Button variant="primary" busy={isAsking} onClick={turnOn}>{words.turnOn}</Button> : null}
        {!isNative && state === 'on' ? <Button onClick={turnOffNotifications}>{words.turnOff}</Button> : null}
      </div>
    </SettingsSection>
  )
}
