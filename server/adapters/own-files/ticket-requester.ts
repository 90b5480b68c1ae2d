type Field = { name: string; value: string }
type Kind = 'id' | 'address'

/** The person who asked for help with a ticket: the id and the e-mail address, as far as they are known. */
export type Requester = Readonly<Partial<Record<Kind, string>>>

/** Names are compared without punctuation, and values in lower case. */
const namesRequester =
  /^(?:ticket|issue)?(?:requester|reporter)(id|accountid|userid|email|emailaddress|mail)?$/u
const namesSubmitter = /^(?:ticket|issue)?submitter(id|accountid|userid|email|emailaddress|mail)?$/u
const namesAuthor =
  /^(?:comment|message|note)?(?:author|sender|from|commenter)(id|accountid|userid|email|emailaddress|address|mail)?$/u
/** In a list of messages, these are authors too. In a table they may be whoever wrote the row down. */
const namesWriter =
  /^(?:comment|message|note)?(?:author|sender|from|commenter|createdby|creator|user)(id|accountid|userid|email|emailaddress|address|mail)?$/u
export const titles = /^(?:title|subject|summary|headline|name)$/u
const namesTicket = /^(?:ticket|conversation|case|issue|request|thread)(?:id|number|no|key)$/u

/** Longer values are texts. */
const mostCharacters = 400

/** The address in `Ann <ann@example.com>`. */
const addressIn = (value: string) =>
  value.split(/[\s<>"(),;:]/u).find((piece) => piece.indexOf('@') > 0 && !piece.endsWith('@'))

function readPerson(fields: readonly Field[], names: RegExp): Requester {
  const person: Partial<Record<Kind, string>> = {}
  for (const { name, value } of fields) {
    const [match, suffix = ''] = names.exec(name) ?? []
    if (match === undefined || value === '' || value.length > mostCharacters) continue
    const found = addressIn(value)
    if (found !== undefined) person.address ??= found
    else if (suffix.endsWith('id') || /^-?\d{1,20}$/u.test(value)) person.id ??= value
  }
  return person
}

const isKnown = ({ id, address: mail }: Requester) => id !== undefined || mail !== undefined

/** Who asked for help, from the fields of a ticket or of a row. Null if no field says so. */
export function findRequester(fields: readonly Field[]): Requester | null {
  const requester = readPerson(fields, namesRequester)
  if (isKnown(requester)) return requester
  const submitter = readPerson(fields, namesSubmitter)
  return isKnown(submitter) ? submitter : null
}

/** Whether two persons are the same. Null if no kind of identity is known of both. */
function isSame(one: Requester, other: Requester): boolean | null {
  const kinds = (['id', 'address'] as const).filter(
    (kind) => one[kind] !== undefined && other[kind] !== undefined,
  )
  return kinds.length === 0 ? null : kinds.some((kind) => one[kind] === other[kind])
}

/**
 * Whether a message is the requester's own. Without a given requester, the message itself names both persons,
 * as in a table of comments. Null if that cannot be told.
 */
export function isByRequester(fields: readonly Field[], requester: Requester | null): boolean | null {
  if (requester !== null) return isSame(requester, readPerson(fields, namesWriter))
  const has = (names: RegExp) => fields.some(({ name }) => names.test(name))
  // A request with a title may be written down by somebody else, in the requester's words.
  if (has(titles) && !has(namesTicket)) return null
  const own = findRequester(fields)
  return own === null ? null : isSame(own, readPerson(fields, namesAuthor))
}
