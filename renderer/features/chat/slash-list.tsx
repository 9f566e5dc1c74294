import { classes } from '../../ui/classes.ts'
import { strings } from '../../strings/en.ts'
import type { SlashCommand } from './slash-commands.ts'
import styles from './composer.module.css'

export interface SlashListProps {
  id: string
  commands: readonly SlashCommand[]
  active: number
  onChoose: (command: SlashCommand) => void
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`

/** What the typed slash could become. The focus stays in the field, which names the active option. */
export function SlashList({ id, commands, active, onChoose }: SlashListProps) {
  return (
    <ul id={id} role="listbox" aria-label={strings.chat.commands.label} className={styles.slash}>
      {commands.map((command, index) => (
        <li
          key={command.name}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={classes(styles.option, index === active && styles.active)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(command)}
        >
          <span className={styles.command}>/{command.name}</span>
          <span className={styles.quiet}>{command.description}</span>
        </li>
      ))}
    </ul>
  )
}
