import { badRequest } from './api-error.ts'

type FormValue = string | FormValue[] | { [key: string]: FormValue }
type FormObject = { [key: string]: FormValue }

const maxPairs = 200
const maxDepth = 6

/** Reads `a[b][0][c]=v` into nested objects; keys 0, 1, 2... become arrays. No body is an empty form. */
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
