import * as z from 'zod/mini'

type About = {
  /** The name of a schema. The document lists it once, and generated clients have a type for it. */
  id?: string | undefined
  description?: string | undefined
}

/** What the OpenAPI document says about schemas in addition to their shape. */
export const documented = z.registry<About>()

/** A field with the sentence that describes it in the document. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  // Copied, because one schema may appear in several places, each with its own sentence.
  const own = z.clone(schema)
  documented.add(own, { description })
  return own
}

/** A schema that has its own name in the document. */
export function named<S extends z.ZodMiniType>(schema: S, id: string, description?: string): S {
  documented.add(schema, description === undefined ? { id } : { id, description })
  return schema
}
