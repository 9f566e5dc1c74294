import { strings } from '../strings/en.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DrawnText } from '../ui/drawn-text.tsx'
import { Facts } from '../ui/facts.tsx'

const words = strings.chat.link

export interface OutsideAddress { readonly kind: 'link' | 'image'; readonly address: string }

/** Shows where an address leads before anything is asked of it. Opens in a window of its own, which learns nothing about this one. */
export function LinkDialog({ target, onClose }: { target: OutsideAddress | null; onClose: () => void }) {
  const address = target?.address ?? ''
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  const open = () => {
    window.open(address, '_blank', 'noopener,noreferrer')
    onClose()
  }
  return (
    <ConfirmDialog
      open={target !== null}
      onOpenChange={(isOpen) => { if (!isOpen) onClose() }}
      title={target?.kind === 'image' ? words.imageTitle : words.title}
      confirmLabel={words.open}
      cancelLabel={words.cancel}
      onConfirm={open}
    >
      <p>{target?.kind === 'image' ? words.imageText : words.text}</p>
      <Facts
        facts={[
          ...(host === '' ? [] : [{ id: 'host', label: words.host, value: <strong><DrawnText text={host} /></strong> }]),
          { id: 'address', label: words.whole, value: <DrawnText text={address} /> },
        ]}
      />
      {host.includes('xn--') ? <p>{words.foreign(host)}</p> : null}
    </ConfirmDialog>
  )
}
