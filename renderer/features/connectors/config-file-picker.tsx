import { useId } from 'react'
import { strings } from '../../strings/en.ts'
import adding from './adding.module.css'
import styles from './connectors.module.css'

/** Picks one file; it can be dropped anywhere on the dialog as well. */
export function ConfigFilePicker({ onFile }: { onFile: (file: File) => void }) {
  const id = useId()
  const words = strings.connectorSetup.file
  return (
    <div className={adding.filePicker}>
      <label htmlFor={id} className={styles.label}>{words.label}</label>
      <input
        id={id}
        type="file"
        accept=".json,.jsonc,.json5,.txt,.mcpb,.dxt,application/json"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // The same file again, mended meanwhile, is a change too.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
      <p id={`${id}-hint`} className={styles.note}>{words.hint}</p>
    </div>
  )
}
