import type { ReactNode } from 'react'
import { keysOf, type ShortcutId, type Surroundings } from '../shortcuts.ts'
import type { Command } from '../ui/command-palette.tsx'

/** A command is known by its words, so no two of them may say the same. */
export const makeCommand = (label: string, icon: ReactNode, onRun: () => void, more: { readonly hint?: string; readonly shortcut?: string } = {}): Command =>
  ({ id: label, label, icon, onRun, ...more })

export const keyHint = (id: ShortcutId, surroundings: Surroundings): { readonly shortcut: string } => ({ shortcut: keysOf(id, surroundings) })
