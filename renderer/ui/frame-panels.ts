import { useState } from 'react';
import { useNarrow } from './media.ts';

export interface FramePanel {
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
}

export interface FramePanels {
  narrow: boolean;
  rail: FramePanel;
  panel: FramePanel;
}

export interface FramePanelsOptions {
  railOpen?: boolean;
  panelOpen?: boolean;
  /** Only what the person chose in a wide window is worth keeping; drawers always start closed. */
  onChange?: (which: 'rail' | 'panel', open: boolean) => void;
}

/**
 * Open or closed, for both sides of the frame. Wide and narrow windows remember apart: making a window narrow must not
 * throw a drawer over what the person reads, and making it wide again brings the panels back.
 */
export function useFramePanels({ railOpen = true, panelOpen = true, onChange }: FramePanelsOptions = {}): FramePanels {
  const narrow = useNarrow();
  const [wide, setWide] = useState({ rail: railOpen, panel: panelOpen });
  const [drawer, setDrawer] = useState<'rail' | 'panel' | undefined>(undefined);
  const side = (which: 'rail' | 'panel'): FramePanel => {
    const open = narrow ? drawer === which : wide[which];
    const setOpen = (next: boolean) => {
      if (narrow) {
        setDrawer(next ? which : undefined);
        return;
      }
      setWide((before) => ({ ...before, [which]: next }));
      onChange?.(which, next);
    };
    return { open, setOpen, toggle: () => setOpen(!open) };
  };
  return { narrow, rail: side('rail'), panel: side('panel') };
}
