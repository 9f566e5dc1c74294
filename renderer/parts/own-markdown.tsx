import { useState } from 'react'
import { StreamingMarkdown } from '../ui/markdown/streaming-markdown.tsx'
import { LinkDialog, type OutsideAddress } from './link-dialog.tsx'
import { markdownWords } from './markdown-words.ts'

/** A whole text in Markdown. Where a link leads is shown before it is opened; no image is loaded. */
export function OwnMarkdown({ text }: { text: string }) {
  const [target, setTarget] = useState<OutsideAddress | null>(null)
  return (
    <>
      <StreamingMarkdown
        text={text}
        done
        words={markdownWords}
        onOpenLink={(address) => setTarget({ kind: 'link', address })}
        onOpenImage={(address) => setTarget({ kind: 'image', address })}
      />
      <LinkDialog target={target} onClose={() => setTarget(null)} />
    </>
  )
}
