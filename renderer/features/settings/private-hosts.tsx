import { useState } from 'react'
import { X } from 'lucide-react'
import { toWireError } from '../../../shared/errors.ts'
import type { Settings } from '../../../shared/settings.ts'
import { useCore } from '../../core.tsx'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useChangeSettings } from '../../use-settings.ts'
import { parseHostEntry } from './host-entry.ts'
import { SettingsSection } from './settings-section.tsx'
import framed from '../../ui/framed-list.module.css'
import styles from './settings.module.css'

export function PrivateHosts({ settings }: { settings: Settings }) {
  const core = useCore()
  const change = useChangeSettings()
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const words = strings.settings.web
  const { privateHosts } = settings

  const add = async () => {
    const entry = parseHostEntry(typed, privateHosts)
    if (!entry.ok) {
      setRefusal(words.problems[entry.problem])
      return
    }
    try {
      await core.call('settings.update', { privateHosts: [...privateHosts, entry.host] })
      setTyped('')
    } catch (error) {
      setRefusal(toWireError(error).message)
    }
  }
  return (
    <SettingsSection id="web">
      <p className={styles.note}>{words.intro}</p>
      {privateHosts.length === 0 ? <p>{words.none}</p> : (
        <ul className={framed.list} aria-label={words.listLabel}>
          {privateHosts.map((host) => (
            <li key={host} className={styles.host}>
              {host}
              <IconButton
                size="small"
                icon={<X aria-hidden="true" />}
                label={words.remove(host)}
                onClick={() => change({ privateHosts: privateHosts.filter((other) => other !== host) })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <TextField
          mono
          label={words.label}
          placeholder={words.placeholder}
          hint={words.hint}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onValueChange={(next) => {
            setTyped(next)
            setRefusal(null)
          }}
          onSubmit={() => void add()}
          {...(refusal === null ? {} : { error: refusal })}
        />
        <Button className={styles.beside} onClick={() => void add()}>{words.add}</Button>
      </div>
    </SettingsSection>
  )
}
