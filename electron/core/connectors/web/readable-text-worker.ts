import { parentPort } from 'node:worker_threads'
import { convert, type ConvertOptions, type SelectorRule } from 'html-to-text'
import { z } from 'zod'

/*
 * Turns pages that are posted to it into text. Some pages are built to take minutes: whoever started it sets the time
 * limit and ends it.
 */

const LONGEST_LINK = 300
const DEEPEST = 150
const SKIPPED = ['title', 'script', 'style', 'template', 'svg', 'math', 'canvas', 'iframe', 'object', 'embed', 'audio', 'video', 'img', 'input', 'textarea', 'select', 'button']
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const limits = { maxDepth: DEEPEST, ellipsis: '…' }

const Request = z.object({ html: z.string(), base: z.string() })

parentPort?.on('message', (message: unknown) => {
  const { html, base } = Request.parse(message)
  parentPort?.postMessage({ title: convert(html, titleOptions).replace(/\s+/g, ' ').trim(), text: convert(html, bodyOptions(base)) })
})
parentPort?.postMessage('up')

const titleOptions: ConvertOptions = { wordwrap: false, limits: { ...limits, maxBaseElements: 1 }, baseElements: { selectors: ['title'], returnDomByDefault: false } }

function bodyOptions(base: string): ConvertOptions {
  const rules: readonly SelectorRule[] = [
    ...SKIPPED.map((selector) => ({ selector, format: 'skip' })),
    ...HEADINGS.map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { pathRewrite: (path) => showLink(path, base), hideLinkHrefIfSameAsText: true } },
  ]
  return { wordwrap: false, limits, selectors: rules }
}

/** The whole address of a link to a page; empty for anything else, which then isn't shown. */
function showLink(path: string, base: string): string {
  if (!URL.canParse(path, base)) return ''
  const { href, protocol } = new URL(path, base)
  if (protocol !== 'http:' && protocol !== 'https:' && protocol !== 'mailto:') return ''
  return href.length <= LONGEST_LINK ? href : `${href.slice(0, LONGEST_LINK)}…`
}
