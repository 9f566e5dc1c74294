const MAC: Readonly<Record<string, string>> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧', enter: '⏎', backspace: '⌫', escape: 'esc', tab: '⇥' };
const REST: Readonly<Record<string, string>> = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', enter: '⏎', backspace: '⌫', escape: 'Esc', tab: 'Tab' };
const BOTH: Readonly<Record<string, string>> = { up: '↑', down: '↓', left: '←', right: '→', plus: '+', space: '␣' };

/** `mod+shift+k` → the caps to draw, in the platform's own names. Keys of a sequence are separated by spaces. */
export function shortcutParts(keys: string, mac: boolean): string[] {
  const names = mac ? MAC : REST;
  return keys
    .split(/[+ ]/)
    .filter((key) => key !== '')
    .map((key) => names[key] ?? BOTH[key] ?? (key.length === 1 ? key.toUpperCase() : key));
}
