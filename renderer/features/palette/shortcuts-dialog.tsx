import { keysOf, type ShortcutId, type Surroundings } from '../../shortcuts.ts'
import { strings } from '../../strings/en.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import styles from './shortcuts-dialog.module.css'

export interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  surroundings: Surroundings
}

interface Entry { readonly name: string; readonly keys: readonly string[] }

const EVERYWHERE: readonly ShortcutId[] = ['palette', 'new-chat', 'inbox', 'settings', 'toggle-rail', 'toggle-panel', 'shortcuts']

export function ShortcutsDialog({ open, onOpenChange, surroundings }: ShortcutsDialogProps) {
  const words = strings.palette.shortcuts
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title} closeLabel={words.close} size="medium">
      <Keys title={words.everywhere} entries={EVERYWHERE.map((id) => ({ name: words.names[id], keys: [keysOf(id, surroundings)] }))} />
      <Keys
        title={words.inChats}
        entries={[
          { name: words.list.move, keys: ['up', 'down'] },
          { name: words.list.open, keys: ['enter'] },
          { name: words.list.rename, keys: ['F2'] },
          { name: words.list.delete, keys: ['Del'] },
          { name: words.list.menu, keys: ['shift+F10'] },
        ]}
      />
      <Keys
        title={words.onQuestions}
        entries={[
          { name: words.questions.go, keys: ['J', 'K'] },
          { name: words.questions.approve, keys: ['mod+enter'] },
          { name: words.questions.reject, keys: ['backspace'] },
          { name: words.questions.bytes, keys: ['R'] },
        ]}
      />
      <Keys
        title={words.inTools}
        entries={[
          { name: words.tools.search, keys: ['/'] },
          { name: words.tools.move, keys: ['up', 'down', 'left', 'right'] },
          { name: words.tools.flip, keys: ['space'] },
        ]}
      />
      <Keys
        title={words.inStored}
        entries={[
          { name: words.stored.search, keys: ['/'] },
          { name: words.stored.move, keys: ['up', 'down'] },
          { name: words.stored.edit, keys: ['F2'] },
          { name: words.stored.delete, keys: ['Del'] },
        ]}
      />
      <p className={styles.note}>{words.composing}</p>
    </Dialog>
  )
}

function Keys({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {entries.map((entry) => (
          <div key={entry.name} className={styles.entry}>
            <dt>{entry.name}</dt>
            <dd className={styles.keys}>{entry.keys.map((keys) => <Kbd key={keys} keys={keys} />)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
