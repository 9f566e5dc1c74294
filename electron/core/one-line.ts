/** A text as it fits into a line of another one. */
export const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()
