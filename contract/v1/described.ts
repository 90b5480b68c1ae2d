import * as z from 'zod/mini'

type About = {
  /** The name of a schema that the document lists once, and clients generate a type for. */
  id?: string | undefined
  description?: string | undefined
}

/** What the document of the interface says about schemas, beyond their shape. */
export const documented = z.registry<About>()

/** A field with the sentence that explains it in the document. */
export function described<S extends z.ZodMiniType>(schema: S, description: string): S {
  // A copy: one schema may stand in several places, each with its own sentence.
  const own = z.clone(schema)
  documented.add(own, { description })
  return own
}

/** A schema with a name of its own. */
export function named<S extends z.ZodMiniType>(schema: S, id: string, description?: string): S {
  documented.add(schema, description === undefined ? { id } : { id, description })
  return schema
}
