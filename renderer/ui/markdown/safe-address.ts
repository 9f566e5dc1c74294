const LINK_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address as the browser would read it (hosts in punycode), or `undefined` when it isn't one that may be opened: no scheme, another
 * scheme, or a name and password before the host, which only serve to make one host look like another.
 */
export function safeLink(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !LINK_SCHEMES.has(url.protocol)) return undefined;
  if (url.username !== '' || url.password !== '') return undefined;
  return url.href;
}

/** The words of a `phrase:` link: a suggestion to be put into a field, never an address. */
export function phraseOf(address: string): string | undefined {
  if (!address.startsWith('phrase:')) return undefined;
  try {
    return decodeURIComponent(address.slice('phrase:'.length));
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Addresses of images that a person may choose to look at. */
export function safeImage(address: string): string | undefined {
  const link = safeLink(address);
  return link === undefined || link.startsWith('mailto:') ? undefined : link;
}
