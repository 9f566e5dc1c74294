import { createProbe, type Probe } from './probe-connector.ts'
import { createScriptModel, type ScriptedStep, type ScriptModel } from './script-model.ts'
import { startCore, type CoreOptions, type LiveCore } from './live-core.ts'

export interface ScriptedCore extends LiveCore { readonly probe: Probe; readonly script: ScriptModel }

/** A core whose model follows a script and whose probe connector can be held and watched. As `practice` the model has prices. */
export async function startScripted(steps: readonly ScriptedStep[], options: CoreOptions = {}, probe: Probe = createProbe()): Promise<ScriptedCore> {
  const script = createScriptModel(steps)
  const core = await startCore({ ...options, additions: { ...options.additions, connectors: [probe.connector], models: new Map([[options.settings?.model ?? 'script', script.model]]) }, settings: { model: 'script', ...options.settings } })
  return { ...core, probe, script }
}

export const calls = (...list: readonly (readonly [tool: string, args: unknown])[]): ScriptedStep => ({ calls: list.map(([tool, args]) => ({ tool, args })) })
