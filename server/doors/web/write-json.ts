import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'

type JsonSchema = z.core.JSONSchema.BaseSchema
type Compile = (schema: JsonSchema) => (value: unknown) => string

/** Writes the fields of a schema as consecutive pieces of JSON. Throws if a required field is missing. */
export type JsonWriter = (value: unknown) => string[]

/** Turns a union of a type and null into a list of types, because the serialiser is slow with unions. */
function simplify(jsonSchema: JsonSchema): void {
  const [some, none, ...more] = jsonSchema.anyOf ?? []
  if (some?.type !== undefined && none?.type === 'null' && more.length === 0) {
    const { anyOf: _, ...rest } = jsonSchema
    for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
    Object.assign(jsonSchema, rest, some, { type: [some.type, 'null'] })
  }
}

const jsonSchemaOf = (schema: z.ZodMiniType): JsonSchema =>
  z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    override: ({ jsonSchema }) => simplify(jsonSchema),
  })

/** The schema of the items, if it is a list of objects. */
function itemsOf({ type, items }: JsonSchema): JsonSchema | null {
  const isOne = type === 'array' && typeof items === 'object' && !Array.isArray(items)
  return isOne && items.type === 'object' ? items : null
}

function listWriter(items: JsonSchema, compile: Compile): JsonWriter {
  const write = compile(items)
  return (list) => [
    '[',
    ...(list as unknown[]).map((one, at) => (at === 0 ? write(one) : `,${write(one)}`)),
    ']',
  ]
}

function wholeWriter(schema: JsonSchema, compile: Compile): JsonWriter {
  const write = compile(schema)
  return (value) => [write(value)]
}

/** Joining hundreds of results into one string takes several times as long as writing them one by one. */
function writerOf(schema: JsonSchema, compile: Compile): JsonWriter {
  const items = itemsOf(schema)
  if (items !== null) return listWriter(items, compile)
  const properties = Object.entries(schema.properties ?? {}) as [string, JsonSchema][]
  if (!properties.some(([, one]) => itemsOf(one) !== null)) return wholeWriter(schema, compile)
  const fields = properties.map(([name, one]) => {
    const its = itemsOf(one)
    const write = its === null ? wholeWriter(one, compile) : listWriter(its, compile)
    return { name, key: `${JSON.stringify(name)}:`, write, isRequired: schema.required?.includes(name) }
  })
  return (value) => {
    const given = value as Record<string, unknown>
    const pieces: string[] = []
    let before = '{'
    for (const { name, key, write, isRequired } of fields) {
      if (given[name] === undefined) {
        if (isRequired) throw new Error(`The reply lacks ${name}`)
        continue
      }
      pieces.push(before, key, ...write(given[name]))
      before = ','
    }
    pieces.push(before === '{' ? '{}' : '}')
    return pieces
  }
}

const writers = new WeakMap<z.ZodMiniType, JsonWriter>()

/** Compiles the writer for the first reply and not at startup, because many endpoints are rarely called. */
export function jsonWriter(reply: FastifyReply, schema: z.ZodMiniType): JsonWriter {
  const known = writers.get(schema)
  if (known !== undefined) return known
  const compile: Compile = (part) =>
    reply.compileSerializationSchema({ ...part }) as (value: unknown) => string
  const compiled = writerOf(jsonSchemaOf(schema), compile)
  writers.set(schema, compiled)
  return compiled
}

/** Allocating a buffer for each reply takes longer than filling it. */
let scratch = Buffer.allocUnsafe(1 << 16)
/** A larger buffer is not kept. */
const mostKept = 1 << 20

/** Encodes consecutive texts as UTF-8. `read` gets a buffer that is only valid until it returns. */
export function encodeTogether<T>(pieces: readonly string[], read: (bytes: Buffer) => T): T {
  // A UTF-16 unit takes at most three bytes.
  const most = pieces.reduce((sum, piece) => sum + piece.length * 3, 0)
  const into = most <= scratch.length ? scratch : Buffer.allocUnsafe(most)
  if (into.length <= mostKept) scratch = into
  let end = 0
  for (const piece of pieces) end += into.write(piece, end)
  return read(into.subarray(0, end))
}
