import type { ApiDocument, Operation, Schema } from './reply-checks.ts'

type Shape = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  enum?: unknown[]
  anyOf?: Shape[]
  additionalProperties?: unknown
} & Record<string, unknown>

const typesOf = ({ type }: Shape) => (type === undefined ? [] : [type].flat())
const upperBounds = ['maximum', 'maxLength', 'maxItems']
const lowerBounds = ['minimum', 'minLength', 'minItems']

/** Promises about a reply that were broken: fields that are missing, optional or of another type. */
function brokenReply(before: Shape, now: Shape | undefined, at: string): string[] {
  if (now === undefined) return [`${at} is gone`]
  if (before.$ref !== now.$ref) return [`${at} is another schema`]
  const own = [
    ...typesOf(now).flatMap((type) => (typesOf(before).includes(type) ? [] : [`${at} may be ${type}`])),
    ...(typesOf(before).length > 0 && typesOf(now).length === 0 ? [`${at} may be anything`] : []),
    ...(before.required ?? []).flatMap((name) =>
      now.required?.includes(name) === true ? [] : [`${at}.${name} may be missing`],
    ),
    ...(before.enum !== undefined && now.enum === undefined ? [`${at} is no list of words`] : []),
  ]
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, shape]) =>
    brokenReply(shape, now.properties?.[name], `${at}.${name}`),
  )
  const items = before.items === undefined ? [] : brokenReply(before.items, now.items, `${at}[]`)
  const ways = (before.anyOf ?? []).flatMap((shape, way) => brokenReply(shape, now.anyOf?.[way], at))
  return [...own, ...fields, ...items, ...ways]
}

/** Reasons why requests may now be refused: removed or newly required fields, narrower values or limits. */
function brokenInput(before: Shape, now: Shape | undefined, at: string): string[] {
  if (now === undefined) return [`${at} is not taken`]
  const isNarrower = (name: string, isTighter: (now: number, before: number) => boolean) =>
    now[name] !== undefined &&
    (before[name] === undefined || isTighter(Number(now[name]), Number(before[name])))
  const own = [
    ...typesOf(before).flatMap((type) => (typesOf(now).includes(type) ? [] : [`${at} may not be ${type}`])),
    ...(now.required ?? []).flatMap((name) =>
      before.required?.includes(name) === true ? [] : [`${at}.${name} is required`],
    ),
    ...(now.enum === undefined ? [] : (before.enum ?? ['any']))
      .filter((word) => !now.enum?.includes(word))
      .map((word) => `${at} may not be ${String(word)}`),
    ...upperBounds
      .filter((name) => isNarrower(name, (a, b) => a < b))
      .map((name) => `${at} has a lower ${name}`),
    ...lowerBounds
      .filter((name) => isNarrower(name, (a, b) => a > b))
      .map((name) => `${at} has a higher ${name}`),
    ...(now.pattern !== undefined && now.pattern !== before.pattern ? [`${at} has another pattern`] : []),
  ]
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, shape]) =>
    brokenInput(shape, now.properties?.[name], `${at}.${name}`),
  )
  const items = before.items === undefined ? [] : brokenInput(before.items, now.items, `${at}[]`)
  return [...own, ...fields, ...items]
}

const bodyOf = ({ requestBody }: Operation): Schema => requestBody?.content['application/json'].schema ?? {}

function brokenOperation(before: Operation, now: Operation | undefined, at: string): string[] {
  if (now === undefined) return [`${at} is gone`]
  const find = (name: string, all = now.parameters) => all.find((one) => one.name === name)
  const parameters = [
    ...before.parameters.flatMap(({ name, schema }) =>
      brokenInput(schema, find(name)?.schema, `${at} ${name}`),
    ),
    ...now.parameters.flatMap(({ name, required }) =>
      required && find(name, before.parameters)?.required !== true ? [`${at} ${name} is required`] : [],
    ),
  ]
  const bodies =
    before.requestBody === undefined && now.requestBody !== undefined ? [`${at} needs a body`] : []
  const replies = Object.entries(before.responses).flatMap(([status, reply]) => {
    const after = now.responses[status]?.content['application/json'].schema
    return brokenReply(reply.content['application/json'].schema, after, `${at} ${status}`)
  })
  const named = before.operationId === now.operationId ? [] : [`${at} is called ${now.operationId}`]
  return [
    ...named,
    ...parameters,
    ...bodies,
    ...brokenInput(bodyOf(before), bodyOf(now), `${at} body`),
    ...replies,
  ]
}

/** The promises of document `before` that document `now` breaks, as sentences. Additions are allowed. */
export function brokenPromises(before: ApiDocument, now: ApiDocument): string[] {
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      brokenOperation(operation, now.paths[path]?.[method], `${method} ${path}`),
    ),
  )
  const schemas = Object.entries(before.components.schemas).flatMap(([name, shape]) =>
    brokenReply(shape, now.components.schemas[name], name),
  )
  return [...operations, ...schemas]
}
