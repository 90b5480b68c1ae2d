import { tableRows } from '../json-tables.ts'
import { isJsonObject } from '../json-value.ts'
import { keyedObjects } from '../keyed-objects.ts'
import { answersIn } from './survey-answers.ts'

/** The keys under which exports contain their rows, then the keys for related data. */
const rowNames =
  /^(?:tickets|reviews|issues|conversations|entry|entries|items|data|results|responses|answers|submissions|records|rows|feedback|posts|ideas|suggestions|cards|comments|messages|hits|value|values|list|objects|orderedItems|ownMaterial)$/iu
const sideNames =
  /^(?:included|users|groups|organi[sz]ations|members|agents|brands|links?|fields|lists|labels|actions|checklists|attachments|tags|meta|errors|columns|headers|questions|ticket_forms|custom_fields)$/iu

type FoundList = { name: string; rows: unknown[]; rank: number }

function rankOf(name: string, rows: readonly unknown[]): number {
  const texts = rows.slice(0, 20).flatMap((row) => (isJsonObject(row) ? Object.values(row) : []))
  const words = texts.filter((text) => typeof text === 'string' && text.includes(' ')).length
  return (rowNames.test(name) ? 1000 : 0) - (sideNames.test(name) ? 2000 : 0) + Math.min(words, 500)
}

const deepestList = 3

/**
 * The lists of objects in an object, up to a few levels deep. A single object may be written instead of a
 * list.
 */
function* listsIn(value: Record<string, unknown>, depth = 1): Generator<FoundList> {
  for (const [name, inner] of Object.entries(value)) {
    const keyed = isJsonObject(inner) ? keyedObjects(inner) : null
    const rows = keyed ?? (Array.isArray(inner) && inner.some(isJsonObject) ? inner : null)
    if (rows !== null) {
      // The answers of one person are columns of a row.
      if (answersIn(inner) === null) yield { name, rows, rank: rankOf(name, rows) - depth }
    } else if (isJsonObject(inner) && /^entry$/iu.test(name)) yield { name, rows: [inner], rank: 1000 }
    else if (isJsonObject(inner) && depth < deepestList) yield* listsIn(inner, depth + 1)
  }
}

/** Keys of nested data of a row. */
const partNames =
  /^(?:comments|answers|messages|replies|parts|threads?|conversations|conversation_parts|(?:helpdesk_)?notes|values?|entries|items|records)$/iu

const ticketNames = /^(?:helpdesk_)?(?:ticket|conversation|case|request|issue)$/iu

/**
 * Help desks answer with a ticket and its comments side by side, or with nothing but a ticket, as
 * `{"ticket": {...}, "comments": [...]}`. Null for other objects.
 */
function joinTicket(value: Record<string, unknown>): Record<string, unknown> | null {
  const ticket = Object.entries(value).find(([name]) => ticketNames.test(name))?.[1]
  if ('id' in value || !isJsonObject(ticket) || !('id' in ticket)) return null
  const isBeside = ([name, one]: [string, unknown]) =>
    !isJsonObject(one) || ticketNames.test(name) || sideNames.test(name)
  if (!Object.entries(value).every(isBeside)) return null
  const parts = Object.entries(value).filter(([name, one]) => partNames.test(name) && Array.isArray(one))
  return { ...ticket, ...Object.fromEntries(parts) }
}

/** The kinds of chats that Telegram exports. The export of one chat is an object with its messages. */
const chats: ReadonlySet<unknown> = new Set(
  'personal_chat bot_chat saved_messages private_group private_supergroup private_channel public_supergroup public_channel'.split(
    ' ',
  ),
)

const isChat = (value: unknown): value is { messages: unknown[] } =>
  isJsonObject(value) && chats.has(value.type) && Array.isArray(value.messages)

/** Whether a list of rows is empty. The review feed of an app omits the list if there are no reviews. */
const holdsNoRows = (value: Record<string, unknown>, depth = 1): boolean =>
  Object.entries(value).some(([name, inner]) => {
    if (Array.isArray(inner)) return rowNames.test(name) && inner.length === 0
    if (!isJsonObject(inner) || depth >= deepestList) return false
    const isEmptyFeed = name === 'feed' && 'updated' in inner && !('entry' in inner)
    return isEmptyFeed || holdsNoRows(inner, depth + 1)
  })

/**
 * An export is often one object with all rows in a list. If it has no such list, the object itself is a row.
 */
export function rowsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (!isJsonObject(value)) return [value]
  if (isChat(value)) return value.messages
  const rows = keyedObjects(value) ?? tableRows(value)
  if (rows !== null) return rows
  const ticket = joinTicket(value)
  if (ticket !== null) return [ticket]
  const isRow =
    ['id', 'key', 'requester_id', 'requester'].some((name) => name in value) ||
    typeof (value.body ?? value.text ?? value.description) === 'string'
  const lists = [...listsIn(value)].filter(
    ({ rank, name }) => rank > -1000 && !(isRow && (rank < 900 || partNames.test(name))),
  )
  const [best] = lists.sort((one, other) => other.rank - one.rank)
  if (best?.rows.every(isChat) === true) return best.rows.flatMap((chat) => chat.messages)
  if (best !== undefined) return best.rows
  return holdsNoRows(value) && !isRow ? [] : [value]
}
