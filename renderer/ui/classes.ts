/** Joins class names and drops what isn't there, so that conditions can stand inside the list. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => name !== undefined && name !== false && name !== '').join(' ');
}
