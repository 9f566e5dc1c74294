import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until the disk has a file: what is relied on after it must be there after a power cut too. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
