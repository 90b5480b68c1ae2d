import type { FileRow } from '#server/source-ports.ts'
import { isByRequester, type Requester, titles } from './ticket-requester.ts'

/** Who wrote a message of a conversation. */
type Side = 'customer' | 'other'

/** Names of fields that say who wrote a message, as yes or no. Names are compared without punctuation. */
const saysCustomer = /^(?:is)?(?:incoming|inbound)$|^(?:is)?from(?:customer|contact|visitor|enduser)$/u
const saysOther =
  /^(?:is)?(?:outgoing|outbound)$|^(?:is)?from(?:agent|staff|admin|operator|team|bot)$|^by(?:agent|staff|bot)$|^(?:author|sender|user|from)?isbot$|^(?:author|sender)bot$/u
const saysInternal = /^(?:is)?(?:private|internal)(?:note|comment)?$/u
const saysPublic = /^(?:is)?public$/u

/** Names of fields with the kind of author. */
const namesDirection = /^(?:message)?direction$|^messagetype$/u
const namesAuthor = /^(?:source|message)?(?:author|sender|from|commenter|speaker)(?:type|role|kind)?$/u
const namesCreator = /^createdby(?:type|role|kind)$/u

const inbound = /^(?:inbound|incoming|received)$/u
const outbound = /^(?:outbound|outgoing|sent)$/u
const customers = /^(?:customer|visitor|contact|lead|end[ _-]?user|client|requester|guest|user|consumer)$/u
const others =
  /^(?:agent|bot|chatbot|operator|assistant|interviewer|staff|support|support agent|system|teammate|workflow)$/u
/** These words mean staff only in a field for the author's kind; elsewhere they may be a name. */
const otherKinds = /^(?:admin|team|team[ _-]?member|internal|note)$/u

const bodies = /^(?:body|bodytext|bodyhtml|plainbody|text|content|message|comment)$/u
/** Only rows with a field of this name are messages. In other rows, "inbound" may be the source of a lead. */
const ofMessages = /(?:body|text|html|content|message|comment)$/u
const persons = /^(?:author|sender|createdby|user)(?:id|name|type)?$/u

/** Longer names and values are texts. */
const mostCharacters = 60

type Field = { name: string; value: string }

/** Makes `Author Type`, `author.type` and `author_type` the same name. */
const folded = (name: string) => name.replaceAll(/[^a-z0-9]/giu, '').toLowerCase()

function readYes(value: string): boolean | null {
  if (/^(?:true|yes|1)$/u.test(value)) return true
  return /^(?:false|no|0)$/u.test(value) ? false : null
}

function sideOfFlag({ name, value }: Field): Side | null {
  const yes = readYes(value)
  if (yes === null) return null
  if (saysCustomer.test(name)) return yes ? 'customer' : 'other'
  if (saysOther.test(name)) return yes ? 'other' : 'customer'
  return null
}

function sideOfAuthor({ name, value }: Field): Side | null {
  if (name === 'subtype') return value === 'bot_message' ? 'other' : null
  if (namesDirection.test(name)) {
    if (inbound.test(value)) return 'customer'
    return outbound.test(value) ? 'other' : null
  }
  if (!namesCreator.test(name) && !namesAuthor.test(name)) return null
  const isKind = /(?:type|role|kind)$/u.test(name)
  if (others.test(value) || (isKind && otherKinds.test(value))) return 'other'
  return customers.test(value) ? 'customer' : null
}

/** Whether a message is a note that customers do not see. The same fields mean something else on a ticket. */
function isInternal(fields: readonly Field[]): boolean {
  const has = (kind: RegExp) => fields.some(({ name, value }) => kind.test(name) && value !== '')
  return (
    has(bodies) &&
    has(persons) &&
    !has(titles) &&
    fields.some(
      ({ name, value }) =>
        (saysInternal.test(name) && value === 'true') || (saysPublic.test(name) && value === 'false'),
    )
  )
}

/**
 * Help Scout marks the customer's threads as "customer", even if staff typed them. All other threads are by
 * staff, whom it calls "user"; in other tools, a user is a customer.
 */
function sideOfThread(fields: readonly Field[]): Side | null {
  const kind = fields.find(({ name }) => /^(?:thread)?type$/u.test(name))?.value ?? ''
  if (!fields.some(({ name }) => namesCreator.test(name))) return null
  if (kind === 'customer') return 'customer'
  return /^(?:message|note|lineitem)$/u.test(kind) ? 'other' : null
}

/** Chatwoot numbers the kinds of messages: 0 is the customer's, the others are replies, notices and templates. */
function sideOfNumber(fields: readonly Field[]): Side | null {
  const kind = fields.find(({ name }) => name === 'messagetype')?.value ?? ''
  const isPrivate = ({ name, value }: Field) => name === 'private' && readYes(value) !== null
  if (!/^[0-3]$/u.test(kind) || !fields.some(isPrivate)) return null
  return kind === '0' ? 'customer' : 'other'
}

/** `{"role": "assistant", "content": ...}` is a message. In a survey, the role is somebody's job. */
function sideOfRole(fields: readonly Field[]): Side | null {
  if (fields.length > 5 || !fields.some(({ name }) => name === 'content')) return null
  const role = fields.find(({ name }) => name === 'role')?.value ?? ''
  if (others.test(role) || role === 'tool') return 'other'
  return role === 'user' || role === 'customer' ? 'customer' : null
}

/** Short fields, with their names without punctuation and their values in lower case. */
export const foldFields = (cells: ReadonlyMap<string, string>): Field[] =>
  [...cells]
    .filter(([name]) => name.length <= mostCharacters)
    .map(([name, value]) => ({
      name: folded(name),
      value: value.length <= mostCharacters ? value.trim().toLowerCase() : value,
    }))

function sideOfRequester(fields: readonly Field[], requester: Requester | null): Side | null {
  const isTheirs = isByRequester(fields, requester)
  if (isTheirs === null) return null
  return isTheirs ? 'customer' : 'other'
}

/**
 * Who wrote a message, from the fields with which help desks and chat tools export it: kinds of authors, or
 * the author and the requester of the ticket. Null if nothing says so.
 */
export function sideOf(cells: ReadonlyMap<string, string>, requester: Requester | null = null): Side | null {
  const fields = foldFields(cells)
  if (!fields.some(({ name }) => ofMessages.test(name))) return null
  if (isInternal(fields)) return 'other'
  const said = fields.map(sideOfFlag).find((side) => side !== null)
  if (said !== undefined) return said
  return (
    sideOfThread(fields) ??
    sideOfNumber(fields) ??
    fields.map(sideOfAuthor).find((side) => side !== null) ??
    sideOfRole(fields) ??
    sideOfRequester(fields, requester)
  )
}

/** The column with what a customer wrote in a conversation after its first message. */
export const laterMessages = 'customer messages'

/**
 * Removes the words of support staff and bots from a row. If they began the conversation, its first message
 * is removed. If the customer wrote nothing, the whole row is left out.
 */
export function leaveOutOthers(row: FileRow): FileRow {
  if (row.problem !== undefined || sideOf(row.cells) !== 'other') return row
  const later = row.cells.get(laterMessages)
  if (later === undefined) {
    return { line: row.line, problem: 'this is a message of support staff or a bot and not of a customer' }
  }
  const isOpening = (name: string) => /^source\.|\b(?:body|text|message|content|subject|title)\b/iu.test(name)
  return {
    ...row,
    others: (row.others ?? 0) + 1,
    cells: new Map([...row.cells].filter(([name]) => name === laterMessages || !isOpening(name))),
  }
}
