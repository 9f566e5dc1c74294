import { join } from 'node:path'
import { z } from 'zod'
import { readPrivateFile, writePrivateFile } from './private-file.ts'

export interface Rectangle { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const Bounds = z.object({ x: z.int(), y: z.int(), width: z.int().min(1).max(20_000), height: z.int().min(1).max(20_000) })
export const WindowState = z.object({ bounds: Bounds, maximized: z.boolean() })
export type WindowState = z.infer<typeof WindowState>

export const LEAST_SIZE = { width: 480, height: 360 } as const
const USUAL_SIZE = { width: 1240, height: 820 } as const
/** So much of the window has to be on a screen that a person can get hold of it. */
const LEAST_SEEN = { width: 120, height: 60 } as const

/**
 * Where the window opens: where it was, if that is on a screen that is there now, else the system's choice.
 * @param areas the screens without their bars, the main one first
 */
export function chooseBounds(remembered: WindowState | null, areas: readonly Rectangle[]): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  const [main] = areas
  const fit = (size: { width: number; height: number }, area: Rectangle | undefined) => ({
    width: Math.max(LEAST_SIZE.width, Math.min(size.width, area?.width ?? size.width)),
    height: Math.max(LEAST_SIZE.height, Math.min(size.height, area?.height ?? size.height)),
  })
  if (remembered === null) return fit(USUAL_SIZE, main)
  const { bounds } = remembered
  const area = areas.find((each) => isReachable(bounds, each))
  return area === undefined ? fit(bounds, main) : { x: bounds.x, y: bounds.y, ...fit(bounds, area) }
}

/** The top edge, where a window is taken hold of, must not be above the screen. */
function isReachable(bounds: Rectangle, area: Rectangle): boolean {
  const seenWidth = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x)
  const seenHeight = Math.min(bounds.y + bounds.height, area.y + area.height) - Math.max(bounds.y, area.y)
  return seenWidth >= LEAST_SEEN.width && seenHeight >= LEAST_SEEN.height && bounds.y >= area.y
}

const fileOf = (folder: string): string => join(folder, 'window.json')

export const readWindowState = (folder: string): WindowState | null => readPrivateFile(fileOf(folder), WindowState)

export const writeWindowState = (folder: string, state: WindowState): void => writePrivateFile(fileOf(folder), state)
