import { z } from 'zod'
import { type ApiError, badRequest } from './api-error.ts'

type ShapeOf<Params> = { [Key in keyof Params]?: z.ZodType<Params[Key]> }

/** A strict schema that names only what the SDK's type names; every other parameter is refused. */
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
export const expand = z.array(text).max(10).exactOptional()

export const paging = {
  limit: whole.exactOptional(),
  starting_after: text.exactOptional(),
  expand,
}

/** The first thing that is wrong with a request, in the provider's words. */
export function refusalOf(error: z.ZodError, input: unknown): ApiError {
  const issue = error.issues[0]
  if (!issue) return badRequest('The request is not valid.')
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return badRequest(`Received unknown parameter: ${param} (or one that the local stand-in does not play)`, {
      code: 'parameter_unknown',
      param,
    })
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
