import { z } from 'zod'
import { isJsonObject, type JsonObject } from '../../../shared/json.ts'

/** What a model is told of a tool's input. @throws what the library throws for a shape that JSON Schema has no words for */
export function jsonSchemaOf(input: z.ZodType): JsonObject {
  const { $schema: _draft, ...schema } = z.toJSONSchema(input, { io: 'input' })
  const plain: unknown = JSON.parse(JSON.stringify(schema))
  return isJsonObject(plain) ? plain : {}
}
