import type { ModelPort, ModelRequest } from '../../electron/core/model/model.ts'
import { createScriptModel, type ScriptedStep } from './script-model.ts'

export interface TaskModel { readonly model: ModelPort; readonly requests: ReadonlyMap<string, readonly ModelRequest[]>; /** Resolves when a held step of that task is at it. */ heard(task: string): Promise<void> }

/** A model for several runs at once: each follows the script of the task whose words stand in its first message. */
export function createTaskModel(scripts: Readonly<Record<string, readonly ScriptedStep[]>>): TaskModel {
  const models = new Map(Object.entries(scripts).map(([task, steps]) => [task, createScriptModel(steps)]))
  return {
    model: {
      stream: (request, signal) => {
        const said = request.messages[0]?.content.map((part) => (part.type === 'text' ? part.text : '')).join(' ') ?? ''
        const found = [...models].find(([task]) => said.includes(task))
        if (found === undefined) throw new Error(`no script for: ${said}`)
        return found[1].model.stream(request, signal)
      },
    },
    requests: new Map([...models].map(([task, { requests }]) => [task, requests])),
    heard: async (task) => models.get(task)?.heard,
  }
}
