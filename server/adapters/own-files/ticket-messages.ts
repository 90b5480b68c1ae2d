import { isJsonObject } from '../json-value.ts'
import { foldFields, sideOf } from './message-sides.ts'
import { findRequester, type Requester } from './ticket-requester.ts'

type JsonObject = Record<string, unknown>

/** The roles of the people in a help desk's export, by their ids. */
export type Roles = ReadonlyMap<string, string>

const textNames = ['body_text', 'plain_body', 'stripped_text', 'body', 'text', 'content', 'message']

const textIn = (message: JsonObject) =>
  textNames
    .map((name) => message[name])
    .filter((text) => typeof text === 'string')
    .find((text) => text !== '') ?? ''

/** The plain fields of a message and of the objects in it, such as `author.type`. */
function shallowFields(message: JsonObject): Map<string, string> {
  const cells = new Map<string, string>()
  const add = (name: string, value: unknown) => {
    if (value === null) cells.set(name, '')
    else if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number')
      cells.set(name, String(value))
  }
  for (const [name, value] of Object.entries(message)) {
    if (isJsonObject(value)) for (const [inner, one] of Object.entries(value)) add(`${name}.${inner}`, one)
    else add(name, value)
  }
  return cells
}

/** The people that Zendesk lists beside tickets and comments: `{"users": [{"id": 5, "role": "end-user"}]}`. */
export function rolesIn(value: unknown): Roles {
  const users = isJsonObject(value) && Array.isArray(value.users) ? value.users.filter(isJsonObject) : []
  return new Map(
    users.flatMap(({ id, role }) => (typeof role === 'string' ? [[String(id), role] as const] : [])),
  )
}

/** A message with the role of its author, if only the author's id is in it. */
export function addRole(message: JsonObject, roles: Roles): JsonObject {
  const role = roles.get(String(message.author_id))
  return role === undefined ? message : { ...message, author_role: role }
}

/** Who asked for help with a ticket. Jira nests this in `fields`. */
function requesterOf(ticket: JsonObject): Requester | null {
  const own = findRequester(foldFields(shallowFields(ticket)))
  return own ?? (isJsonObject(ticket.fields) ? findRequester(foldFields(shallowFields(ticket.fields))) : null)
}

/** Texts are compared without tags and spaces. */
const plain = (text: string) => text.replaceAll(/<[^<>]{0,200}>|\s+/gu, '')

/** `{"note": {...}}` is the note. */
function unwrap(value: JsonObject): JsonObject {
  const [only, ...others] = Object.values(value)
  return others.length === 0 && isJsonObject(only) ? only : value
}

/** What is known of a ticket when its messages are read. `texts` are its own texts, without tags and spaces. */
export type Ticket = { requester: Requester | null; roles: Roles; texts: () => ReadonlySet<string> }

/** A row whose messages are to be read. Rows without messages need no texts, so these are made when asked for. */
export function openTicket(row: JsonObject, roles: Roles): Ticket {
  let texts: ReadonlySet<string> | null = null
  return {
    requester: requesterOf(row),
    roles,
    texts: () => {
      texts ??= new Set([...shallowFields(row).values()].map(plain))
      return texts
    },
  }
}

/**
 * The texts of the customer in a list of messages, and the number of messages that others wrote. Null for
 * lists in which a message does not say who wrote it. The first message is often the ticket's own text.
 */
export function readMessages(value: unknown, ticket: Ticket): { text: string; others: number } | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isJsonObject)) return null
  const messages = value.map((given) => {
    const message = addRole(unwrap(given), ticket.roles)
    return { text: textIn(message), side: sideOf(shallowFields(message), ticket.requester) }
  })
  // Events, such as a change of the status, have no text and often no author.
  const isKnown = ({ text, side }: (typeof messages)[number]) => side !== null || text === ''
  if (!messages.every(isKnown) || messages.every(({ side }) => side === null)) return null
  const known = ticket.texts()
  const theirs = messages.filter(({ text, side }) => side === 'customer' && text !== '')
  return {
    text: theirs
      .map(({ text }) => text)
      .filter((text) => !known.has(plain(text)))
      .join('\n\n'),
    others: messages.filter(({ text, side }) => side === 'other' && text !== '').length,
  }
}
