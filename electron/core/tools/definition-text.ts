import { z } from 'zod'
import { canonicalJson, type JsonValue } from '../../../shared/json.ts'
import type { ToolDefinitionText } from './fingerprint.ts'

/** What is kept of a reviewed definition, so that a changed one can be shown beside it: the parts that its pin covers. */
export const definitionOf = ({ identity, title, description, inputSchema, outputSchema, annotations }: ToolDefinitionText, launch: JsonValue): string =>
  canonicalJson({ name: identity.tool, title, description, inputSchema, outputSchema, annotations, launch })

const Definition = z.object({
  name: z.string(), title: z.string(), description: z.string(), inputSchema: z.json(), outputSchema: z.json(), annotations: z.json(), launch: z.json(),
})

/** A kept definition as lines for reading and comparing; the description as its server wrote it. */
export function printDefinition(kept: string): string {
  const parsed = Definition.safeParse(JSON.parse(kept))
  if (!parsed.success) return kept
  const { name, title, description, inputSchema, outputSchema, annotations, launch } = parsed.data
  const json = (value: unknown): string => JSON.stringify(value, null, 2)
  return [
    `Name: ${name}`, `Title: ${title}`, 'Description:', description,
    'Input:', json(inputSchema), ...(outputSchema === null ? [] : ['Output:', json(outputSchema)]), 'Hints:', json(annotations), 'Started as:', json(launch),
  ].join('\n')
}
