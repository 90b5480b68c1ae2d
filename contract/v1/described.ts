import * as z from 'zod/mini'

type About = {
  /** The name of a schema. The document lists the schema once, and generated clients have a type for it. */
  id?: string | undefined
  description?: string | undefined
}

/** What the OpenAPI document says about schemas apart from their shape. */
export const documented = z.registry<About>()

/** A field with the sentence that describes it in the document. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  // Copied, because one schema may be used in several places, each with a sentence of its own.
  const own = z.clone(schema)
  documented.add(own, { description })
  return own
}

/** A schema that has a name in the document. */
export function named<S extends z.ZodMiniType>(schema: S, id: string, description?: string): S {
  documented.add(schema, description === undefined ? { id } : { id, description })
  return schema
}
