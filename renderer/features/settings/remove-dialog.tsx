import { strings } from '../../strings/en.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface RemoveDialogProps {
  /** Null: nothing is to be removed. */
  name: string | null
  words: { readonly removeTitle: (name: string) => string; readonly removeText: string; readonly remove: string }
  onRemove: (name: string) => void
  onClose: () => void
}

/** Asks before a model or a key goes, which nothing brings back. */
export function RemoveDialog({ name, words, onRemove, onClose }: RemoveDialogProps) {
  const remove = () => {
    onClose()
    if (name !== null) onRemove(name)
  }
  return (
    <ConfirmDialog danger open={name !== null} onOpenChange={onClose} title={words.removeTitle(name ?? '')} confirmLabel={words.remove} cancelLabel={strings.models.cancel} onConfirm={remove}>
      {words.removeText}
    </ConfirmDialog>
  )
}
