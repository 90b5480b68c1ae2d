import { isJsonObject, plainValue } from '../json-value.ts'
import { laterMessages } from './message-sides.ts'
import { answerCells, answersIn, withQuestions } from './survey-answers.ts'
import { addRole, openTicket, type Roles, readMessages, type Ticket } from './ticket-messages.ts'

const deepest = 4

/** A text in pieces: strings, and objects with the text of a link or of bold letters. Null for other lists. */
function writePieces(list: readonly unknown[]): string | null {
  if (!list.some((one) => typeof one === 'string')) return null
  const pieces = list.map((one) => (isJsonObject(one) && typeof one.type === 'string' ? one.text : one))
  const isText = list.some(isJsonObject) && pieces.every((one) => typeof one === 'string')
  return isText ? pieces.join('') : null
}

/** A cell as text. A list of strings becomes lines. */
function writeCell(value: unknown, depth = 1): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && depth < deepest) {
    const text = writePieces(value)
    if (text !== null) return text
    return value
      .map((one) => writeCell(one, depth + 1))
      .filter(Boolean)
      .join('\n')
  }
  return isJsonObject(value) ? (writeDocument(value) ?? JSON.stringify(value)) : JSON.stringify(value)
}

/** The value in `{"label": ...}`, which wraps every value in App Store review feeds. */
function labelOf(value: Record<string, unknown>): unknown {
  const others = Object.keys(value).filter((name) => name !== 'label' && name !== 'attributes')
  return 'label' in value && others.length === 0 && !isJsonObject(value.label) ? value.label : undefined
}

const deepestDocument = 60

/** The text of a document tree, as Jira and some editors use it. Null for other objects. */
function writeDocument(value: Record<string, unknown>): string | null {
  if (value.type !== 'doc' || !Array.isArray(value.content)) return null
  const pieces: string[] = []
  const walk = (node: unknown, depth: number) => {
    if (!isJsonObject(node) || depth > deepestDocument) return
    if (typeof node.text === 'string') pieces.push(node.text)
    if (Array.isArray(node.content)) for (const inner of node.content) walk(inner, depth + 1)
    if (/^(?:paragraph|heading|listItem|codeBlock|hardBreak)$/u.test(String(node.type))) pieces.push('\n')
  }
  walk(value, 0)
  return pieces
    .join('')
    .replaceAll(/\n{2,}/gu, '\n')
    .trim()
}

/** Merges a list of objects into one object, if each has a single key and all keys differ. */
function mergedList(value: unknown): Record<string, unknown> | null {
  if (!Array.isArray(value) || !value.every(isJsonObject)) return null
  const names = value.flatMap((one) => Object.keys(one))
  const isOne =
    value.every((one) => Object.values(one).every(isJsonObject)) &&
    names.length === value.length &&
    new Set(names).size === names.length &&
    names.length > 0
  return isOne ? Object.assign({}, ...value) : null
}

/** Where a field is: the names of the objects around it, and the ticket whose messages it may contain. */
type Place = { lead: string; depth: number; ticket: Ticket; count: { others: number } }

/**
 * The fields of an object; a nested field is named `outer.inner`. Each answer of a survey becomes a field. In
 * a conversation, only the messages of the customer become a field; the others are counted.
 */
function* fieldsOf(value: Record<string, unknown>, place: Place): Generator<[string, string]> {
  const { lead, depth } = place
  for (const [name, given] of Object.entries(value)) {
    if (name === 'definition' && 'answers' in value) continue
    const answers = answersIn(name === 'answers' ? withQuestions(given, value.definition) : given)
    if (answers !== null) {
      yield* answerCells(answers)
      continue
    }
    const messages = readMessages(given, place.ticket)
    if (messages !== null) {
      place.count.others += messages.others
      if (messages.text !== '') yield [laterMessages, messages.text]
      continue
    }
    const inner = mergedList(given) ?? plainValue(given)
    if (!isJsonObject(inner)) {
      yield [`${lead}${name}`, writeCell(inner)]
      continue
    }
    const label = labelOf(inner)
    if (label !== undefined) yield [`${lead}${name}`, writeCell(label)]
    else if (depth < deepest && writeDocument(inner) === null)
      yield* fieldsOf(inner, { ...place, lead: `${lead}${name}.`, depth: depth + 1 })
    else yield [`${lead}${name}`, writeCell(inner)]
  }
}

/** The cells of a row, and how many messages in it are not the customer's. */
export function cellsIn(given: Record<string, unknown>, roles: Roles) {
  const row = addRole(given, roles)
  const count = { others: 0 }
  const ticket = openTicket(row, roles)
  const cells = new Map(fieldsOf(row, { lead: '', depth: 1, ticket, count }))
  return count.others === 0 ? { cells } : { cells, ...count }
}
