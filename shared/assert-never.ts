/** Makes a switch exhaustive for the compiler; at run time it names the value that slipped through. */
export function assertNever(value: never, what: string): never {
  throw new Error(`unhandled ${what}: ${JSON.stringify(value)}`)
}
