import type { HttpAnswer } from '../http/tool-http.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import type { CallId, TurnId } from '../../../shared/ids.ts'
import type { ToolClass, ToolIdentity, Provenance } from '../../../shared/policy.ts'
import type { Question } from '../../../shared/run-record.ts'
import type { TaintSource } from '../../../shared/taint.ts'
import type { EffectKind } from '../../../shared/turn-event.ts'
import type { Delegating } from './delegating.ts'

/** A cache of one tool's own; nothing else can read it. Values are JSON text. */
export interface ToolCache {
  readonly get: (key: string) => unknown
  /** @param options.ttl seconds */
  readonly set: (key: string, value: unknown, options: { readonly ttl: number }) => void
}

/** The code of one step. `idempotencyKey` is the step's own, stable over reruns and restarts. */
export type EffectRun = (step: { readonly idempotencyKey: string; readonly signal: AbortSignal }) => unknown

/** Left out, the effect is `write`. */
export interface Step {
  (id: string, effect: EffectKind, run: EffectRun): Promise<JsonValue>
  (id: string, run: EffectRun): Promise<JsonValue>
}

/** What a running call may use. Everything it does to the world it does through here or its connector's own deps. */
export interface ToolContext<Deps = unknown> {
  readonly turnId: TurnId
  readonly callId: CallId
  /** Stable over retries, reruns and restarts of this call: give it to services that can tell repeats apart. */
  readonly idempotencyKey: string
  /** Aborts at `/stop` and at the time limit. A call that ignores it is cut off, and its late result is dropped. */
  readonly signal: AbortSignal
  readonly cancelled: boolean
  /** What the step had read. Store it with anything this call writes, so that reading it later taints again. */
  readonly taint: readonly TaintSource[]
  /** Says that this call's result holds text that isn't the person's own; call before returning or throwing. */
  readonly noteTaint: (sources: readonly TaintSource[]) => void
  /**
   * Calls another tool from code, through the same gate, and gives its result as the model would read it. Nothing waits
   * inside a tool: a call that would have to ask is refused. Give an `id` to calls that may change order between runs.
   * @throws AppError `tool.rejected` when it was denied, `tool.nested-question` when it would have to ask,
   *   `tool.concurrent-call-id` when a call under this id is running, `tool.failed` when it failed
   */
  readonly call: (tool: ToolIdentity, args: JsonObject, options?: { readonly id?: string }) => Promise<string>
  /**
   * Does a piece of the call's work once and records what it gave (JSON, `undefined` becomes null): a call that runs again after a crash reads it
   * from there. A `write` is on disk before it begins; where it had begun and nobody knows what came of it, the person is asked. A failed
   * `write` stays failed, a failed `read` or `pure` is done again. The id is one of its kind within the call and stays in the journal.
   * @throws AppError `tool.concurrent-call-id` when a step under this id is running, `tool.nested-question` inside another step, or what it failed with
   */
  readonly step: Step
  /** Shown beside the running call, never stored, never sent to the model. */
  readonly emitStatus: (text: string) => void
  readonly cache: ToolCache
  /** What comes back is a stranger's text and taints this call's result, whatever the tool makes of it. @throws AppError `web.*` */
  readonly http: (address: string) => Promise<HttpAnswer>
  readonly deps: Deps
  /** Of this run. `drafts`: the folder that is its own to write in; null: it has none. */
  readonly role: { readonly id: string; readonly drafts: string | null; /** The coworkers that it may hand work to. */ readonly delegatesTo: 'any' | readonly string[]; /** Those that it may read; null: all that the person approved. */ readonly skills: readonly string[] | null }
}

export type QuestionView = Question['view']

export interface RetryPolicy {
  /** Tries after the first. */
  readonly times: number
  /** Milliseconds before the first retry; doubles each time. */
  readonly waitMs: number
}

/** The first thing wrong with a call's arguments. */
export interface ArgumentProblem {
  /** Such as `items[2].name`; empty for the whole. */
  readonly path: string
  readonly problem: string
}

/** Of a joint tool the other connectors that it reads: it is there where all of them can be used, and a grant holds it with all of them. `skill`: a grant holds it with that one. */
export interface ToolNeeds { readonly connectors: readonly ToolIdentity['connectorId'][]; readonly skill: string | null }

/** A tool as the core knows it, whoever made it. */
export interface Tool {
  readonly identity: ToolIdentity
  readonly title: string
  readonly description: string
  /** The schema its maker wrote, which calls are checked against. */
  readonly inputSchema: JsonObject
  readonly outputSchema: JsonObject | null
  readonly annotations: JsonObject | null
  readonly toolClass: ToolClass
  readonly provenance: Provenance
  /** Its result may hold text a stranger wrote. */
  readonly untrusted: boolean
  /** A call can carry data to a destination that its arguments name. */
  readonly egress: boolean
  /** Asks whatever its arguments are. Such a tool isn't registered where nobody can be asked. */
  readonly alwaysAsks: boolean
  /** In a ceiling only where it is named. */
  readonly optIn: boolean
  readonly timeoutMs: number
  readonly retry: RetryPolicy
  /** Null: results aren't cached. */
  readonly cacheTtlMs: number | null
  /** Null: an unanswered question waits for ever. */
  readonly approvalTimeoutMs: number | null
  /** Null: the arguments fit. Never throws. */
  readonly check: (args: JsonObject) => ArgumentProblem | null
  /** Pure over the arguments. Whoever calls it counts a throw as yes. */
  readonly requiresApproval: (args: JsonObject) => boolean
  /** The hosts this call would send data to; only asked of egress tools. May throw; that counts as an unknown host. */
  readonly destinations: (args: JsonObject) => readonly string[]
  /** How an approval shows the arguments. May throw: then they're shown as JSON. */
  readonly view: (args: JsonObject) => Promise<QuestionView>
  /** One line that says what a call would do, for lists; plain text. */
  readonly summarise: (args: JsonObject) => string
  /**
   * Whether all that this call writes stays inside this folder of drafts, which is its role's own (D15). Left out: no
   * call's does. May throw; that counts as no.
   */
  readonly staysInDrafts?: (args: JsonObject, drafts: string) => boolean
  /** What it needs beside its own connector, to be there at all. */
  readonly needs?: ToolNeeds
  /**
   * Such a call isn't run: it starts a run of its own and is answered by how that ends. Never less than a write, whatever class it was
   * given; not there for a role that may not delegate. Pure over the arguments.
   */
  readonly delegates?: (args: JsonObject) => Delegating
  /** A string goes to the model as it is, anything else as canonical JSON. Failure is a throw. */
  readonly run: (args: JsonObject, context: ToolContext) => Promise<unknown>
}

export interface Withheld { readonly what: string; readonly why: string }

/** A named source of tools. Its failure stays its own. */
export interface Connector {
  readonly id: ToolIdentity['connectorId']
  readonly label: string
  readonly builtIn: boolean
  /** Off until the person switches it on. Left out: on from the start. */
  readonly startsOff?: boolean
  /** How it is started or reached, for pins: another command, address or variable is another server. */
  readonly launch: JsonValue
  /** Read whenever tools are registered: null when ready, else why not and what to do. */
  readonly problem: () => string | null
  readonly tools: readonly Tool[]
  /** What it deliberately doesn't do, and why, in plain sentences; only of our own. */
  readonly withheld?: readonly Withheld[]
  /**
   * Null, or left out: what it is and lists now stands. Else it is about to say anew (it starts, or its list is being read):
   * resolves when it has, or when waiting any longer makes no sense.
   */
  readonly settling?: () => Promise<void> | null
}
