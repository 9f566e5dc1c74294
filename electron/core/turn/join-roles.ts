/** Neighbours of one role become one message, empty ones go. What comes back is nobody else's. */
export function joinRoles<Role extends string, Part>(messages: readonly { readonly role: Role; readonly content: readonly Part[] }[]): { role: Role; content: Part[] }[] {
  const joined: { role: Role; content: Part[] }[] = []
  for (const { role, content } of messages) {
    if (content.length === 0) continue
    const last = joined.at(-1)
    if (last?.role === role) last.content.push(...content)
    else joined.push({ role, content: [...content] })
  }
  return joined
}
