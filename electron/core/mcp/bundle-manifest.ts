import { z } from 'zod'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/*
 * What an MCP bundle (`.mcpb`, earlier `.dxt`) says of its server, by the published format of its manifest, versions 0.1 to 0.3.
 * Not tried with bundles of other makers.
 */
const Texts = z.record(z.string(), z.string())
const Launch = z.looseObject({ command: z.string().optional(), args: z.array(z.string()).optional(), env: Texts.optional() })
const Asked = z.looseObject({
  title: z.string().optional(), description: z.string().optional(), sensitive: z.boolean().optional(), multiple: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
})
const Manifest = z.looseObject({
  name: z.string().min(1).max(200), display_name: z.string().max(200).optional(), version: z.string().max(100),
  author: z.looseObject({ name: z.string().max(200) }).optional(),
  server: z.looseObject({ entry_point: z.string().optional(), mcp_config: Launch.extend({ platform_overrides: z.record(z.string(), Launch).optional() }) }),
  user_config: z.record(z.string(), Asked).optional(),
  compatibility: z.looseObject({ platforms: z.array(z.string()).optional() }).optional(),
})
type Manifest = z.infer<typeof Manifest>

export interface BundlePlace {
  /** Where its files are, an absolute path. */
  readonly folder: string
  /** As Node names it. */
  readonly platform: string
  readonly separator: string
}

export type BundleServer =
  | { readonly ok: true; /** In the shape of a configuration of another app. */ readonly config: JsonValue; readonly maker: string | null; readonly version: string; /** Its program, where it names one: relative, within the bundle. */ readonly program: string | null; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problem: string }

/** What a person is asked for becomes a reference `input:…`, to be filled in at the review. */
export function readManifest(value: unknown, place: BundlePlace): BundleServer {
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) return { ok: false, problem: `Its manifest is not one of a bundle: ${parsed.error.issues[0]?.path.join('.') ?? ''} is missing or wrong.` }
  const manifest = parsed.data
  const { server: { entry_point: program = null, mcp_config: { platform_overrides: overrides = {}, ...usual } }, user_config: asked = {} } = manifest
  const own = Object.hasOwn(overrides, place.platform) ? overrides[place.platform] : undefined
  const command = own?.command ?? usual.command
  if (command === undefined) return { ok: false, problem: 'Its manifest names no command.' }
  const platforms = manifest.compatibility?.platforms
  if (platforms !== undefined && !platforms.includes(place.platform)) return { ok: false, problem: `It says that it runs on ${platforms.join(', ').slice(0, 100)}, and not on this computer’s system.` }
  const put = (text: string): string => putIn(text, asked, place)
  const config: JsonObject = {
    inputs: Object.entries(asked).map(([id, { title, description, sensitive }]) => ({ id, description: [title, description].filter((words) => words !== undefined).join(': '), password: sensitive === true })),
    servers: { [manifest.display_name ?? manifest.name]: { command: put(command), args: (own?.args ?? usual.args ?? []).map(put), env: Object.fromEntries(Object.entries({ ...usual.env, ...own?.env }).map(([name, text]) => [name, put(text)])) } },
  }
  return { ok: true, config, maker: manifest.author?.name ?? null, version: manifest.version, program, notes: notesOf(manifest) }
}

const notesOf = ({ user_config: asked = {} }: Manifest): readonly string[] =>
  Object.entries(asked).flatMap(([id, { multiple }]) => (multiple === true ? [`“${id.slice(0, 80)}” can hold several values where it was made for; here it is one.`] : []))

/** The format's own references; all others stay what they are. What is put in is not read again. */
function putIn(text: string, asked: Readonly<Record<string, z.infer<typeof Asked>>>, { folder, separator }: BundlePlace): string {
  return text.replace(/\$\{(__dirname|pathSeparator|\/|DESKTOP|DOCUMENTS|DOWNLOADS|user_config\.([A-Za-z0-9_-]+))\}/g, (whole: string, name: string, id: string | undefined) => {
    switch (name) {
      case '__dirname': return folder.split('${').join('$${')
      case 'pathSeparator':
      case '/': return separator
      case 'DESKTOP': return `\${HOME}${separator}Desktop`
      case 'DOCUMENTS': return `\${HOME}${separator}Documents`
      case 'DOWNLOADS': return `\${HOME}${separator}Downloads`
      default: {
        if (id === undefined || !Object.hasOwn(asked, id)) return whole
        const usual = asked[id]?.default
        const fallback = usual === undefined || Array.isArray(usual) || /[${}]/.test(String(usual)) ? '' : `:-${String(usual)}`
        return `\${input:${id}${fallback}}`
      }
    }
  })
}
