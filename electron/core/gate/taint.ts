/** Host names as they stand in an address or in running text, lower case, without scheme, port, path or a final dot. */
const HOST_IN_TEXT = /(?:https?:\/\/)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z0-9]|localhost|\[[0-9a-f:.]+\])(?=[:/?#\s,;!)\]}'"»”]|\.(?:\s|$)|$)/giu

/** `readme.md` and `main.py` are files to whoever types them, and somebody's hosts to whoever registered those names. */
const FILE_ENDING = /\.(?:md|py|rs|sh|pl|ps|js|ts|tsx|jsx|cc|zip|mov|app|so|java|txt|csv|json|pdf|html?|css|ya?ml|toml|xml|log|cfg|ini|docx?|xlsx?|png|jpe?g|svg|gif)[.,;:!?)]*$/iu

/**
 * The exact hosts a person named by typing them. An address's user part, path and query name nobody:
 * `https://a.example/?to=b.example` names a.example alone.
 */
export function typedHosts(typedText: string): ReadonlySet<string> {
  const hosts = new Set<string>()
  for (const word of typedText.split(/\s+/)) {
    const host = hostOfWord(word)
    if (host !== null) hosts.add(host)
  }
  return hosts
}

function hostOfWord(word: string): string | null {
  const bare = word.replace(/^[<("'«“[]+(?=[a-z0-9])/iu, '')
  const scheme = /^https?:\/\//iu.exec(bare)?.[0] ?? ''
  const authority = bare.slice(scheme.length).split(/[/?#\\]/u)[0] ?? ''
  if (authority.includes('@')) return null
  if (scheme === '' && !authority.includes(':') && FILE_ENDING.test(authority) && bare === authority) return null
  const match = new RegExp(`^${HOST_IN_TEXT.source}`, 'iu').exec(authority)
  return match?.[1] === undefined ? null : normaliseHost(match[1])
}

export const normaliseHost = (host: string): string => host.toLowerCase().replace(/\.$/u, '')

/** Which of a call's destinations nobody vouched for. @param listed hosts that the person typed or a profile names */
export const unlistedDestinations = (destinations: readonly string[], listed: ReadonlySet<string>): readonly string[] =>
  [...new Set(destinations.map((destination) => normaliseHost(withoutPort(destination))))].filter((host) => !listed.has(host))

const withoutPort = (destination: string): string => destination.replace(/:\d+$/u, '')
