import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/* Draws the icons of the desktop app from their SVG sources: `node scripts/render-icons.mjs`, after one of those changed. */

const folder = join(resolve(dirname(fileURLToPath(import.meta.url)), '..'), 'resources');
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/** @type {readonly (readonly [source: string, target: string, size: number])[]} */
const icons = [
  ['icon.svg', 'icon.png', 1024],
  ['icon.svg', 'icons/512x512.png', 512],
  ['icon.svg', 'icons/256x256.png', 256],
  ['icon.svg', 'icons/128x128.png', 128],
  ['icon.svg', 'icons/64x64.png', 64],
  ['icon.svg', 'icons/32x32.png', 32],
  ['tray.svg', 'tray.png', 22],
  ['tray.svg', 'tray@2x.png', 44],
  // The names by which macOS knows that it may colour them itself.
  ['tray-template.svg', 'trayTemplate.png', 16],
  ['tray-template.svg', 'trayTemplate@2x.png', 32],
];

for (const [source, target, size] of icons) {
  const drawing = readFileSync(join(folder, source));
  await sharp(drawing, { density: 288 }).resize(size, size, { fit: 'contain', background: clear }).png({ compressionLevel: 9, palette: false }).toFile(join(folder, target));
}
