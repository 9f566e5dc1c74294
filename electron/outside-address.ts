export type OutsideAddress =
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'refuse'; readonly why: string }

/** Some systems cut longer ones, and then another address is opened than was shown. */
const LONGEST = 2000
const MAIL_FIELDS: ReadonlySet<string> = new Set(['subject', 'body', 'cc', 'bcc', 'to'])

/** What may be handed to the system's browser or mail program. Their other schemes start programs. */
export function checkOutsideAddress(text: string): OutsideAddress {
  if (text.length > LONGEST) return refuse(`it is longer than ${LONGEST} characters`)
  if (!URL.canParse(text)) return refuse('it is no address')
  const url = new URL(text)
  switch (url.protocol) {
    case 'https:': return url.username === '' && url.password === '' ? open(url) : refuse('it carries a user name or a password')
    case 'mailto:': {
      const foreign = [...url.searchParams.keys()].find((field) => !MAIL_FIELDS.has(field.toLowerCase()))
      return foreign === undefined ? open(url) : refuse(`a message may not be given “${foreign.slice(0, 40)}”`)
    }
    default: return refuse('only https and mailto addresses are opened')
  }
}

/** In the form that the check saw: everything unusual is percent-encoded by now. */
const open = ({ href }: URL): OutsideAddress => (href.length > LONGEST ? refuse(`it is longer than ${LONGEST} characters`) : { kind: 'open', address: href })
const refuse = (why: string): OutsideAddress => ({ kind: 'refuse', why })
