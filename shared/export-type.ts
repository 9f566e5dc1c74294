/** What the window saves, by the ending of its name: nothing that a system runs. The desktop shell lets nothing else be saved. */
const TYPES: Readonly<Record<string, string>> = { md: 'text/plain', txt: 'text/plain', jsonl: 'text/plain', json: 'application/json', backup: 'application/octet-stream' }

/** Without a charset. Null: no export of ours has such a name. */
export function exportTypeOf(fileName: string): string | null {
  const ending = /\.([a-z]+)$/.exec(fileName)?.[1] ?? ''
  return Object.hasOwn(TYPES, ending) ? TYPES[ending] ?? null : null
}
