import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod/mini'

/**
 * Removes what some clients cannot read: references, the `$schema` address and the limits of JavaScript's
 * numbers.
 */
function written(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    reused: 'inline',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return json
}

/**
 * A schema in the form that the protocol's library expects. It is converted to JSON only once, because every
 * request has a server object of its own.
 */
export function toolSchema<S extends z.ZodMiniType>(
  schema: S,
  io: 'input' | 'output',
): StandardSchemaWithJSON<z.input<S>, z.output<S>> {
  const json = written(schema, io)
  return {
    '~standard': { ...schema['~standard'], jsonSchema: { input: () => json, output: () => json } },
  }
}
