import { z } from 'zod'
import { defineConnector, defineTool } from '../../../electron/core/tools/define-tool.ts'
import type { Connector } from '../../../electron/core/tools/tool.ts'

const SUBJECTS = ['invoices', 'weather', 'calendar', 'rivers', 'recipes', 'trains', 'paintings', 'bridges', 'beetles', 'comets']
const CLASSES = ['read', 'write', 'destructive'] as const

/** So many connectors of so many tools each, of every class; some can send data out, some ask by what their arguments say. */
export function makeConnectors(connectors: number, toolsEach: number): readonly Connector[] {
  return Array.from({ length: connectors }, (_, index) => {
    const subject = SUBJECTS[index % SUBJECTS.length] ?? ''
    return defineConnector({
      id: `many-${index}`, label: `${subject} ${index}`, deps: null,
      tools: Array.from({ length: toolsEach }, (_unused, number) => defineTool({
        name: `look_up_${subject}_${number}`, description: `Looks up ${subject}, way ${number}, of source ${index}, and says what is known about it.`,
        class: CLASSES[number % CLASSES.length] ?? 'read',
        input: z.object({ what: z.string().max(200), host: z.string().optional(), often: z.int().min(1).max(10).optional() }),
        ...(number % 10 === 3 ? { egress: true, destinations: ({ host }: { readonly host?: string | undefined }) => (host === undefined ? [] : [host]) } : {}),
        ...(number % 10 === 6 ? { requiresApproval: ({ often }: { readonly often?: number | undefined }) => (often ?? 0) > 5 } : {}),
        run: () => Promise.resolve('x'),
      })),
    })
  })
}

/** What a person might ask, so that one can't be answered from what was found for another. */
export const questions = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `what do you know about the ${SUBJECTS[index % SUBJECTS.length] ?? ''} of source ${index * 7 % 100}, and how do they compare with ${SUBJECTS[(index + 3) % SUBJECTS.length] ?? ''}`)
