import { isJsonObject } from '../json-value.ts'
import { type FoundLists, shortened } from './found-lists.ts'
import { holdsCommunity, isAllCommunities, readCommunities } from './read-communities.ts'

type ReadListed = {
  found: FoundLists
  addKeyword: (written: string) => void
}

const communityLists = /^(?:subreddits?|communit(?:y|ies)|subs|reddits?|subreddit_?names?)$/iu
const keywordLists =
  /^(?:keywords?|phrases?|terms?|quer(?:y|ies)|filters?|searches|keyword_?searches|tracked ?_?keywords?|alerts?)$/iu
/**
 * Keys for the name of a list, unambiguous ones first. In an object with a single community, some of these
 * keys contain the name of that community.
 */
const listNamesOfOne = [
  'audience',
  'audience_name',
  'audienceName',
  'list',
  'list_name',
  'listName',
  'group',
  'collection',
  'folder',
  'name',
]
const listNames = [...listNamesOfOne.slice(0, -1), 'display_name', 'name', 'title']
/** Keys for the name of a community in an object of its own. */
const communityNames = [
  'display_name',
  'displayName',
  'display_name_prefixed',
  'subreddit',
  'subreddit_name',
  'community',
  'name',
  'url',
]
const keywordNames = ['keyword', 'phrase', 'term', 'query', 'filter', 'search', 'name', 'text']
/** Names of the whole export rather than of a list in it. */
const wholes =
  /^(?:audiences?|lists?|groups?|collections?|folders?|multireddits?|multis|data|children|items|results|reddit|export|account|user)$/iu
/** The maximum nesting of lists. */
const deepest = 20

function textOf(entry: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of names) {
    const text = Object.hasOwn(entry, name) ? entry[name] : undefined
    if (typeof text === 'string' && text.trim() !== '' && !/^t\d_/u.test(text)) return text
  }
  return null
}

/** Reddit's wrapper: `{"kind": "t5", "data": {...}}`. */
function unwrapped(value: Record<string, unknown>): Record<string, unknown> {
  return typeof value.kind === 'string' && isJsonObject(value.data) ? value.data : value
}

const isListOfCommunities = ([name, inner]: [string, unknown]) =>
  communityLists.test(name) && Array.isArray(inner)

const hasDiscussion = (one: unknown) =>
  isJsonObject(one) &&
  textOf(one, ['subreddit', 'community']) !== null &&
  /\/comments\//u.test(textOf(one, ['permalink', 'url', 'link']) ?? '')

/** Whether a field contains saved posts. The communities of saved posts are not a list. */
const areKeptPosts = (name: string, inner: unknown) =>
  Array.isArray(inner) &&
  inner.some(isJsonObject) &&
  !wholes.test(name) &&
  (/posts|comments|saved|submissions|bookmarks|history/iu.test(name) || inner.some(hasDiscussion))

/** Whether an entry of `audiences` has a name and no content. */
const isEmptyList = (entry: Record<string, unknown>) =>
  !isListedCommunity(entry) &&
  Object.values(entry).every(
    (inner) => typeof inner !== 'object' || inner === null || (Array.isArray(inner) && inner.length === 0),
  )
const isListedCommunity = (entry: Record<string, unknown>) =>
  Object.entries(entry).some(([name, inner]) => communityLists.test(name) && !Array.isArray(inner))

/** Whether an object is a single community in Reddit's format. */
const isCommunity = (value: Record<string, unknown>, entry: Record<string, unknown>) =>
  value.kind === 't5' ||
  ((typeof entry.display_name === 'string' || typeof entry.display_name_prefixed === 'string') &&
    !Object.entries(entry).some(isListOfCommunities))

function readEntries(read: ReadListed, entries: readonly unknown[], { list, depth }: Place): void {
  for (const one of entries) {
    if (typeof one === 'string') read.found.addCommunities(list, readCommunities(one))
    else if (isJsonObject(one)) {
      const entry = unwrapped(one)
      const name = textOf(entry, communityNames)
      if (Object.entries(entry).some(isListOfCommunities)) walk(read, one, { list, depth: depth + 1 })
      else if (name !== null) read.found.addCommunities(list, readCommunities(name))
      else
        read.found.leaveOut(
          `An entry without a name was left out${list === '' ? '' : ` of “${shortened(list)}”`}.`,
        )
    }
  }
}

function readKeywords({ found, addKeyword }: ReadListed, entries: readonly unknown[]): void {
  for (const one of entries) {
    const written = isJsonObject(one) ? textOf(one, keywordNames) : one
    if (typeof written === 'string') addKeyword(written)
    else if (one !== null) found.leaveOut('An entry without words was left out of the keywords.')
  }
}

function nameEmptyLists({ found }: ReadListed, entries: readonly unknown[]): void {
  for (const one of entries) {
    const entry = isJsonObject(one) ? unwrapped(one) : {}
    const name = textOf(entry, listNames)
    if (name !== null && isEmptyList(entry))
      found.leaveOut(`“${shortened(name)}” has no communities; it was left out.`)
  }
}

/** Names of fields with metadata of a list. */
const ofLists =
  /^(?:tags?|fields?|columns?|errors?|meta|excluded?.{0,20}|filters?|members|owners|users|shared.{0,20})$/iu

/** Reports a list of communities, or a named list, that has no content. */
function nameEmptyField({ found }: ReadListed, name: string, list: string): void {
  const named = communityLists.test(name) || wholes.test(name) ? list : name
  if (named !== '' && !keywordLists.test(name) && !ofLists.test(name))
    found.leaveOut(`“${shortened(named)}” has no communities; it was left out.`)
}

/** The list to which the current entries belong ('' if it has no name), and the depth. */
type Place = { list: string; depth: number }

/** The place of a field. `listOfOne` is the name of the list if the field has a single community. */
type FieldPlace = Place & { listOfOne: string }

const listed = (value: unknown) => (Array.isArray(value) ? value : typeof value === 'string' ? [value] : null)

function readField(read: ReadListed, [name, inner]: [string, unknown], place: FieldPlace): void {
  const { list, listOfOne, depth } = place
  const entries = listed(inner)
  const own = wholes.test(name) ? list : name
  if (areKeptPosts(name, inner)) {
    read.found.leaveOut(`“${shortened(name)}” contains posts, not a list; it was left out.`)
    return
  }
  if (
    /^(?:audiences|lists|groups|collections|folders|multireddits|multis)$/iu.test(name) &&
    Array.isArray(inner)
  )
    nameEmptyLists(read, inner)
  if (entries?.length === 0) nameEmptyField(read, name, list)
  const isOne = typeof inner === 'string' && !/s$/iu.test(name)
  if (entries !== null && communityLists.test(name))
    readEntries(read, entries, { list: isOne ? listOfOne : list, depth })
  else if (entries !== null && keywordLists.test(name)) readKeywords(read, entries)
  else if (Array.isArray(inner) && inner.some((one) => typeof one === 'string')) {
    const texts = inner.filter((one) => typeof one === 'string')
    if (texts.every(isAllCommunities)) readEntries(read, texts, { list: own, depth })
    else if (!/^(?:tags?|fields?|columns?)$/iu.test(name))
      read.found.leaveOut(`“${shortened(name)}” contains neither communities nor keywords; it was left out.`)
  } else if (typeof inner === 'object' && inner !== null) {
    const isList = isJsonObject(inner) && Object.entries(inner).some(isListOfCommunities)
    walk(read, inner, { list: isList ? own : list, depth: depth + 1 })
  }
}

function walk(read: ReadListed, value: unknown, { list, depth }: Place): void {
  if (depth > deepest) {
    read.found.leaveOut(`Anything more than ${deepest} levels deep was left out.`)
    return
  }
  if (Array.isArray(value)) {
    for (const one of value) walk(read, one, { list, depth: depth + 1 })
    return
  }
  if (!isJsonObject(value)) return
  const entry = unwrapped(value)
  if (isCommunity(value, entry)) {
    readEntries(read, [value], { list, depth })
    return
  }
  const own = textOf(entry, listNames) ?? list
  const listOfOne = textOf(entry, listNamesOfOne) ?? list
  for (const field of Object.entries(entry)) readField(read, field, { list: own, listOfOne, depth })
}

/**
 * Objects with a list of communities are lists, at any depth. The texts in a list of keywords are read as
 * keywords.
 */
export function readListedJson(read: ReadListed, value: unknown): void {
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  if (texts.length > 0 && texts.every(isAllCommunities)) readEntries(read, texts, { list: '', depth: 0 })
  else
    for (const text of texts) {
      if (holdsCommunity(text)) read.found.addCommunities('', readCommunities(text))
      else read.addKeyword(text)
    }
  walk(read, value, { list: '', depth: 0 })
}
