import { findJsonFault, type JsonFault } from './find-json-fault.ts'
import { limits } from './limits.ts'

/** The fields of a post that a template may contain. */
export const templateFields = [
  'title',
  'url',
  'score',
  'community',
  'source',
  'reason',
  'excerpt',
  'watch',
  'date',
] as const
type TemplateField = (typeof templateFields)[number]
export type TemplateValues = Readonly<Record<TemplateField, string | number>>

const placeholder = /\{\{([^{}]*)\}\}/gu
const fieldNames: ReadonlySet<string> = new Set(templateFields)

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n')
  return `in line ${before.length}, at character ${(before.at(-1) ?? '').length + 1}`
}

function describeFault(text: string, { at, expected }: JsonFault): string {
  const isPlaceholder = text.slice(Math.max(0, at - 1), at + 2).includes('{{')
  const why = isPlaceholder
    ? 'Placeholders must be within quotes: "{{title}}".'
    : `There should be ${expected}.`
  return `This is not JSON ${placeOf(text, at)}. ${why}`
}

/** The place of a piece in the text, as the start of a message. '' if the text contains it only with escapes. */
function placeBefore(text: string, piece: string): string {
  const at = text.indexOf(piece)
  return at === -1 ? '' : `I${placeOf(text, at).slice(1)}: `
}

/** Whether there is a `{{` without `}}`, or a `}}` without `{{`. */
const isOpen = (text: string) => /\{\{|\}\}/u.test(text.replace(placeholder, ''))

function faultIn(value: unknown, text: string): string | null {
  if (typeof value === 'string') {
    const unknown = [...value.matchAll(placeholder)].find(([, name = '']) => !fieldNames.has(name.trim()))
    if (unknown !== undefined)
      return `${placeBefore(text, unknown[0])}{{${unknown[1]?.trim()}}} is not known. There are ${templateFields.map((name) => `{{${name}}}`).join(', ')}.`
    return isOpen(value) ? 'A placeholder starts with {{ and ends with }}.' : null
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value) && /\{\{/u.test(name))
      return 'Placeholders can be used in values, but not in names.'
    const fault = faultIn(part, text)
    if (fault !== null) return fault
  }
  return null
}

/** What is wrong with a template, and where. Null if it is valid. */
export function findTemplateFault(text: string): string | null {
  if (text.trim() === '') return 'Write the JSON to send, with {{title}} and others in its texts.'
  const most = limits.webhookTemplateCharacters
  if (text.length > most) return `A template has at most ${most} characters.`
  const fault = findJsonFault(text)
  if (fault !== null) return describeFault(text, fault)
  const read: unknown = JSON.parse(text)
  if (typeof read !== 'object' || read === null) return 'A template is a JSON object, in { and }.'
  return faultIn(read, text)
}

/**
 * Replaces the placeholders in texts. A string that is just one placeholder becomes its value, so
 * `"{{score}}"` becomes a number.
 */
function fill(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') {
    const alone = /^\{\{\s*([a-z]+)\s*\}\}$/u.exec(value)?.[1]
    if (alone !== undefined && fieldNames.has(alone)) return values[alone as TemplateField]
    return value.replace(placeholder, (_, name: string) => String(values[name.trim() as TemplateField]))
  }
  if (Array.isArray(value)) return value.map((part) => fill(part, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fill(part, values)]))
}

/** The JSON of a valid template. Values are escaped as JSON requires, so they cannot add fields. */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  JSON.stringify(fill(JSON.parse(template), values))
