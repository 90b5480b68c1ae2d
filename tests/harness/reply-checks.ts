import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

export type Schema = Record<string, unknown> & { type?: string | string[] }
export type ApiDocument = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
export type Operation = {
  operationId: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema; example?: object } } }
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}

/** Makes schemas of objects reject unknown fields, so that undocumented fields are found. */
function close(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(close)
  if (typeof value !== 'object' || value === null) return value
  const closed: Schema = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, close(inner)]))
  return 'properties' in closed && closed.type === 'object'
    ? { ...closed, additionalProperties: false }
    : closed
}

/** Checks replies against the document with a validator that shares no code with the product. */
export function makeReplyCheck(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const { components } = close({ components: document.components }) as Pick<ApiDocument, 'components'>
  const validators = new Map<Schema, ValidateFunction>()
  const validatorOf = (schema: Schema) => {
    const validate = validators.get(schema) ?? ajv.compile({ ...(close(schema) as Schema), components })
    validators.set(schema, validate)
    return validate
  }
  return (operation: Operation, reply: LightMyRequestResponse): void => {
    const answered = `${operation.operationId} answered ${reply.statusCode}: ${reply.body.slice(0, 300)}`
    const described = operation.responses[reply.statusCode]
    expect(described, answered).toBeDefined()
    const validate = validatorOf(described?.content['application/json'].schema ?? {})
    expect([validate(reply.json()), validate.errors ?? []], answered).toEqual([true, []])
  }
}
