import { createContext, useContext } from 'react'
import { PanelLeft, PanelRight } from 'lucide-react'
import { IconButton } from './ui/icon-button.tsx'
import type { FramePanels } from './ui/frame-panels.ts'
import { keysOf, type Surroundings } from './shortcuts.ts'
import { strings } from './strings/en.ts'

interface FrameControls { readonly panels: FramePanels; readonly surroundings: Surroundings }

const FrameContext = createContext<FrameControls | null>(null)
export const FrameProvider = FrameContext

/** Brings the left rail back; for the `leading` of every page's header. Draws nothing while the rail is there. */
export function RailToggle() {
  const frame = useContext(FrameContext)
  if (frame === null || frame.panels.rail.open) return null
  return (
    <IconButton
      icon={<PanelLeft aria-hidden="true" />}
      label={strings.frame.showRail}
      shortcut={keysOf('toggle-rail', frame.surroundings)}
      onClick={frame.panels.rail.toggle}
    />
  )
}

/** Shows or hides the right panel; for the `actions` of pages that have one. */
export function PanelToggle() {
  const frame = useContext(FrameContext)
  if (frame === null) return null
  const { open, toggle } = frame.panels.panel
  return (
    <IconButton
      icon={<PanelRight aria-hidden="true" />}
      label={open ? strings.frame.hidePanel : strings.frame.showPanel}
      shortcut={keysOf('toggle-panel', frame.surroundings)}
      aria-pressed={open}
      onClick={toggle}
    />
  )
}
