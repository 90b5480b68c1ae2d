import { z } from 'zod'
import { type ApiError, badRequest } from './api-error.ts'

type ShapeOf<Params> = { [Key in keyof Params]?: z.ZodType<Params[Key]> }

/** A strict schema for parameters of the SDK's type; any other parameter is refused. */
export function params<Params>() {
  return <Shape extends ShapeOf<Params>>(
    shape: Shape & Record<Exclude<keyof Shape, keyof Params>, never>,
  ): z.ZodObject<Shape & Record<never, never>, z.core.$strict> => z.strictObject<Shape>(shape)
}

const refuse = (code: string, message: string) => ({ code: 'custom' as const, params: { code }, message })

export const text = z.string().check((at) => {
  if (at.value === '') at.issues.push({ ...refuse('parameter_invalid_empty', emptyText), input: at.value })
})
const emptyText =
  'You passed an empty string. We assume empty values are an attempt to unset a parameter; this one cannot be unset.'

export const whole = z
  .string()
  .check((at) => {
    const digits = /^-?\d{1,15}$/u.test(at.value)
    const message = `Invalid integer: ${at.value}`
    if (!digits) at.issues.push({ ...refuse('parameter_invalid_integer', message), input: at.value })
  })
  .transform(Number)

export const address = text.check((at) => {
  const url = URL.parse(at.value.replace('{CHECKOUT_SESSION_ID}', 'cs'))
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return
  at.issues.push({ ...refuse('url_invalid', 'Not a valid URL'), input: at.value })
})

export const metadata = z.record(z.string().max(40), z.string().max(500))
const expand = z.array(text).max(10).exactOptional()

/** For calls whose only parameter is the id in their path. */
export const noParams = z.strictObject({})
export const onlyExpand = z.strictObject({ expand })

export const paging = {
  limit: whole.exactOptional(),
  starting_after: text.exactOptional(),
  expand,
}

/** The first error in a request, in the provider's words. */
export function refusalOf(error: z.ZodError, input: unknown): ApiError {
  const issue = error.issues[0]
  if (!issue) return badRequest('The request is not valid.')
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return badRequest(
      `Received unknown parameter: ${param} (or one that the local stand-in does not support)`,
      {
        code: 'parameter_unknown',
        param,
      },
    )
  }
  const param = bracketed(issue.path)
  if (issue.code === 'custom') {
    return badRequest(issue.message, { code: String(issue.params?.code), param })
  }
  if (valueAt(input, issue.path) === undefined) {
    return badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue.code === 'invalid_value') {
    return badRequest(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param })
  }
  return badRequest(`Invalid ${param}: ${issue.message}`, { param })
}

function bracketed(path: PropertyKey[]): string {
  return path.map((part, at) => (at === 0 ? String(part) : `[${String(part)}]`)).join('')
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    input,
  )
}

type FormValue = string | FormValue[] | { [key: string]: FormValue }
type FormObject = { [key: string]: FormValue }

const maxPairs = 200
const maxDepth = 6

/**
 * Parses `a[b][0][c]=v` into nested objects; keys 0, 1, 2... become arrays. A missing body counts as an empty
 * form.
 */
export function parseForm(text: unknown): FormObject {
  if (typeof text !== 'string') return {}
  const root: FormObject = Object.create(null)
  const pairs = [...new URLSearchParams(text)]
  if (pairs.length > maxPairs) throw badRequest(`Send at most ${maxPairs} parameters.`)
  for (const [name, value] of pairs) place(root, pathOf(name), value)
  return plain(root)
}

function pathOf(name: string): string[] {
  const shape = /^([^[\]]+)((?:\[[^[\]]*\])*)$/u.exec(name)
  if (!shape) throw badRequest(`Invalid parameter name: ${name}`)
  const inner = [...(shape[2] ?? '').matchAll(/\[([^[\]]*)\]/gu)].map((match) => match[1] ?? '')
  if (inner.length > maxDepth) throw badRequest(`The parameter ${name} is nested too deeply.`)
  return [shape[1] ?? '', ...inner]
}

function place(root: FormObject, path: string[], value: string): void {
  let target = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(target).length) : part
    if (depth === path.length - 1) {
      target[key] = value
      return
    }
    const next = target[key]
    if (typeof next === 'string') throw badRequest(`Invalid hash: ${path[0]} is sent as a value and a hash.`)
    const inner: FormObject = (next as FormObject | undefined) ?? Object.create(null)
    target[key] = inner
    target = inner
  }
}

function plain(value: FormObject): FormObject {
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, settle(inner)]))
}

function settle(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const keys = Object.keys(value)
  const isList = keys.length > 0 && keys.every((key, at) => key === String(at))
  return isList ? Object.values(value).map(settle) : plain(value)
}
