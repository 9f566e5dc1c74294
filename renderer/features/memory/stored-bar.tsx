import type { ReactNode, Ref } from 'react'
import { createPortal } from 'react-dom'
import { Braces, Download, FileText, Plus } from 'lucide-react'
import type { StoreName } from '../../../shared/stored-record.ts'
import { strings } from '../../strings/en.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Menu } from '../../ui/menu.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useStoredActions } from './use-stored-actions.ts'
import page from '../../ui/list-page.module.css'
import styles from './memory.module.css'

interface StoredBarProps {
  store: StoreName
  /** Where the buttons go: a notice with Undo lies below the header, and mustn't cover them. Null: not there yet. */
  header: HTMLElement | null
  query: string
  onQuery: (query: string) => void
  onAdd: () => void
  /** Nothing is stored: nothing to search or export. */
  isEmpty: boolean
  searchRef: Ref<HTMLInputElement>
  addRef: Ref<HTMLButtonElement>
  /** Beside the search. */
  children?: ReactNode
}

export function StoredBar({ store, header, query, onQuery, onAdd, isEmpty, searchRef, addRef, children }: StoredBarProps) {
  const { exportAs } = useStoredActions()
  const words = strings.memory
  return (
    <div className={classes(page.bar, styles.bar)}>
      <SearchField ref={searchRef} label={words[store].search} value={query} onValueChange={onQuery} maxLength={500} disabled={isEmpty && query === ''} />
      {children}
      {header === null ? null : createPortal(
        <>
          <Menu
            align="end"
            trigger={<Button variant="quiet" icon={<Download aria-hidden="true" />} disabled={isEmpty}>{words.export}</Button>}
            items={[
              { id: 'markdown', label: words.exportMarkdown, icon: <FileText aria-hidden="true" />, onSelect: () => exportAs(store, 'markdown') },
              { id: 'json', label: words.exportJson, icon: <Braces aria-hidden="true" />, onSelect: () => exportAs(store, 'json') },
            ]}
          />
          <Button ref={addRef} variant="primary" icon={<Plus aria-hidden="true" />} onClick={onAdd}>{words[store].add}</Button>
        </>,
        header,
      )}
    </div>
  )
}
