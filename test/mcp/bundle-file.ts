import { zipSync } from 'fflate'

const FAKE = new URL('../fakes/mcp-server.ts', import.meta.url).href
export const text = (words: string): Uint8Array => new TextEncoder().encode(words)

export const MANIFEST = {
  manifest_version: '0.3', name: 'garden', display_name: 'Garden', version: '1.2.0', description: 'Knows the garden', author: { name: 'A gardener' },
  server: { type: 'node', entry_point: 'server/index.mjs', mcp_config: { command: process.execPath, args: ['${__dirname}/server/index.mjs', 'plain', '${user_config.region}'], env: { SEED: '${user_config.seed}', SOIL: '${user_config.soil}' } } },
  user_config: {
    region: { type: 'string', title: 'Region', description: 'where the garden is', required: true },
    seed: { type: 'string', title: 'Seed', sensitive: true, default: 'oats' },
    soil: { type: 'string', title: 'Soil', multiple: true, default: ['clay', 'sand'] },
  },
}

/** A bundle as a maker packs it, with a server that speaks the protocol. */
export const makeBundle = (manifest: unknown = MANIFEST, more: Readonly<Record<string, Uint8Array>> = {}): Uint8Array =>
  zipSync({ 'manifest.json': text(JSON.stringify(manifest)), 'server/index.mjs': text(`await import(${JSON.stringify(FAKE)})`), ...more })
