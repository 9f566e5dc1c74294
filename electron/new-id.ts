import { randomInt } from 'node:crypto'

/** @returns a maker of ids of 24 letters and digits that sort in the order they were made, within one process */
export function createNewId(now: () => number): () => string {
  let lastTime = 0
  let count = 0
  return () => {
    const time = Math.max(lastTime, now())
    count = time === lastTime ? count + 1 : 0
    lastTime = time
    return `${base36(time, 9)}${base36(count, 4)}${base36(randomInt(36 ** 9), 9)}${base36(randomInt(36 ** 2), 2)}`
  }
}

const base36 = (value: number, width: number): string => value.toString(36).padStart(width, '0')
