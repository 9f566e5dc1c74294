import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { OperatorSwitch, type OperatorRow } from '../../../shared/operator.ts'
import { CaptureLevel } from '../../../shared/role.ts'

/** What the owner of this machine allows, fixed from the start on. */
export interface Operator {
  readonly allowShell: boolean
  readonly allowWeb: boolean
  readonly allowWebhooks: boolean
  readonly allowDestructive: boolean
  /** Roles that nobody is there for. */
  readonly allowUnattended: boolean
  /** Commands that servers may be started with, as they are written or as the file that is found; null: any. */
  readonly connectorCommands: readonly string[] | null
  /** Hosts that servers may be reached at, `host` or `host:port`; null: any. */
  readonly connectorAddresses: readonly string[] | null
  readonly maxCapture: CaptureLevel
  /** Every call asks. */
  readonly approveAlways: boolean
  /** `connector tool` of those that there are; null: all. */
  readonly builtInTools: readonly string[] | null
  readonly rows: readonly OperatorRow[]
  readonly file: string | null
}

export interface PolicyFile { readonly path: string; readonly text: string }

type Value = boolean | string | readonly string[] | null

const PREFIX = 'GATEHOUSE_'
const Flag = z.union([z.boolean(), z.literal(['1', 'true']).transform(() => true), z.literal(['0', 'false']).transform(() => false)])
const List = z.union([z.array(z.string().trim().min(1)), z.string().transform((text) => text.split(',').map((part) => part.trim()).filter((part) => part !== ''))])
const ToolNames = z.array(z.string().regex(/^[a-z0-9-]+ [a-zA-Z0-9_-]+$/))

/** How each value is read, what it is where nobody says anything, and how it is said. */
const SWITCHES = {
  ALLOW_SHELL: { schema: Flag, usual: false, expects: '1, true, 0 or false' },
  ALLOW_WEB: { schema: Flag, usual: true, expects: '1, true, 0 or false' },
  ALLOW_WEBHOOKS: { schema: Flag, usual: true, expects: '1, true, 0 or false' },
  ALLOW_DESTRUCTIVE: { schema: Flag, usual: true, expects: '1, true, 0 or false' },
  ALLOW_UNATTENDED: { schema: Flag, usual: true, expects: '1, true, 0 or false' },
  CONNECTOR_COMMANDS: { schema: List, usual: null, expects: 'a list of commands, with commas between them' },
  CONNECTOR_ADDRESSES: { schema: List, usual: null, expects: 'a list of hosts, with commas between them' },
  MAX_CAPTURE: { schema: CaptureLevel, usual: 'full', expects: CaptureLevel.options.join(', ') },
  APPROVE_ALWAYS: { schema: Flag, usual: false, expects: '1, true, 0 or false' },
  BUILT_IN_TOOLS: { schema: ToolNames, usual: null, expects: 'a list of names such as "files read"' },
} as const

/**
 * Reads the switches. The policy file overrules the environment; what neither says is as usual.
 * @throws AppError `operator.invalid` for a value that can't be meant, and for a name that isn't one: nothing starts on a guess
 */
export function parseOperator(environment: Readonly<Record<string, string | undefined>>, policy: PolicyFile | null): Operator {
  refuseUnknownVariables(environment)
  const stated = policy === null ? {} : parsePolicy(policy)
  const rows: OperatorRow[] = []
  const read = <T extends Value, U extends Value>(name: OperatorSwitch, schema: z.ZodType<T>, usual: U, expects: string): T | U => {
    const variable = name === 'BUILT_IN_TOOLS' ? undefined : environment[`${PREFIX}${name}`]
    const [from, value]: readonly [OperatorRow['from'], unknown] = stated[name] !== undefined ? ['policy-file', stated[name]] : variable !== undefined ? ['environment', variable] : ['default', undefined]
    const parsed = from === 'default' ? null : schema.safeParse(value)
    if (parsed !== null && !parsed.success) throw refused(from === 'environment' ? `${PREFIX}${name}` : `${name} in ${policy?.path ?? ''}`, value, expects)
    const result = parsed === null ? usual : parsed.data
    rows.push({ name, value: inWords(result), usual: inWords(usual), from })
    return result
  }
  const flag = (name: 'ALLOW_SHELL' | 'ALLOW_WEB' | 'ALLOW_WEBHOOKS' | 'ALLOW_DESTRUCTIVE' | 'ALLOW_UNATTENDED' | 'APPROVE_ALWAYS'): boolean => read<boolean, boolean>(name, SWITCHES[name].schema, SWITCHES[name].usual, SWITCHES[name].expects)
  const { CONNECTOR_COMMANDS: commands, CONNECTOR_ADDRESSES: addresses, MAX_CAPTURE: capture, BUILT_IN_TOOLS: tools } = SWITCHES
  /** Whoever said which commands there may be meant to say which connectors: addresses are none until they are listed too. */
  const limitConnectors = (): Pick<Operator, 'connectorCommands' | 'connectorAddresses'> => {
    const allowed = read<readonly string[], null>('CONNECTOR_COMMANDS', commands.schema, commands.usual, commands.expects)
    return { connectorCommands: allowed, connectorAddresses: read<readonly string[], readonly string[] | null>('CONNECTOR_ADDRESSES', addresses.schema, allowed === null ? addresses.usual : [], addresses.expects) }
  }
  return {
    allowShell: flag('ALLOW_SHELL'), allowWeb: flag('ALLOW_WEB'), allowWebhooks: flag('ALLOW_WEBHOOKS'), allowDestructive: flag('ALLOW_DESTRUCTIVE'), allowUnattended: flag('ALLOW_UNATTENDED'),
    ...limitConnectors(),
    maxCapture: read<CaptureLevel, CaptureLevel>('MAX_CAPTURE', capture.schema, capture.usual, capture.expects),
    approveAlways: flag('APPROVE_ALWAYS'),
    builtInTools: read<readonly string[], null>('BUILT_IN_TOOLS', tools.schema, tools.usual, tools.expects),
    rows, file: policy?.path ?? null,
  }
}

/** A switch that is spelt wrong switches nothing, and its owner would believe that it does. */
function refuseUnknownVariables(environment: Readonly<Record<string, string | undefined>>): void {
  for (const variable of Object.keys(environment)) {
    const name = variable.slice(PREFIX.length)
    if (variable.startsWith(`${PREFIX}ALLOW_`) && !OperatorSwitch.safeParse(name).success) throw new AppError('operator.invalid', `${variable} is not a switch that Gatehouse knows.`, { kept: KEPT, advice: `It knows ${OperatorSwitch.options.join(', ')}.` })
  }
}

function parsePolicy({ path, text }: PolicyFile): Readonly<Partial<Record<OperatorSwitch, unknown>>> {
  const read = z.record(z.string(), z.unknown()).safeParse(parseJson(path, text))
  if (!read.success) throw new AppError('operator.invalid', `${path} isn’t an object of switches.`, { kept: KEPT })
  const unknown = Object.keys(read.data).find((name) => !OperatorSwitch.safeParse(name).success)
  if (unknown !== undefined) throw new AppError('operator.invalid', `${path} names “${unknown.slice(0, 60)}”, which is not a switch that Gatehouse knows.`, { kept: KEPT, advice: `It knows ${OperatorSwitch.options.join(', ')}.` })
  return read.data
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('operator.invalid', `${path} can’t be read as JSON.`, { kept: KEPT, advice: 'Put it right, or remove it.', cause: error })
  }
}

const KEPT = 'Gatehouse was not started, so nothing runs on a guess.'

const refused = (where: string, value: unknown, expects: string): AppError =>
  new AppError('operator.invalid', `${where} is ${JSON.stringify(value)?.slice(0, 80) ?? 'nothing'}, which can’t be meant.`, { kept: KEPT, advice: `Give it ${expects}.` })

function inWords(value: Value): string {
  if (value === null) return 'any'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value
  return value.length === 0 ? 'none' : value.join(', ')
}

/** The level that is kept where this one was chosen. */
export const boundCapture = ({ maxCapture }: Pick<Operator, 'maxCapture'>, level: CaptureLevel): CaptureLevel =>
  CaptureLevel.options.indexOf(level) > CaptureLevel.options.indexOf(maxCapture) ? maxCapture : level
