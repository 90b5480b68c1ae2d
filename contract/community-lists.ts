import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { requiredText, uuidOrNone } from './text.ts'

/** The name of a community as its source writes it, without `r/`. */
const community = z
  .string('Name a community')
  .check(
    z.trim(),
    z.regex(
      /^(?!\/?r\/)[^\s,\p{Cc}\p{Cs}]{1,100}$/iu,
      'A community is one word of at most 100 characters, without r/ before it',
    ),
  )

/** The name of a list starts with a letter or digit, so that a keyword can contain `in:name`. */
const listName = z
  .string('Give the list a name')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(
      /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,59}$/u,
      'A name has letters, digits, - and _, at most 60 of them, as it is written in a keyword: in:name',
    ),
  )

const communities = z
  .array(community, 'Name at least one community')
  .check(
    z.minLength(1, 'Name at least one community'),
    z.maxLength(limits.listedCommunities, `A list has at most ${limits.listedCommunities} communities`),
  )

const communityList = z.object({ id: z.string(), name: z.string(), communities: z.array(z.string()) })
export type CommunityList = z.infer<typeof communityList>

const communityListsReply = z.object({ lists: z.array(communityList) })

export const listListsEndpoint = defineEndpoint('GET /api/lists', 'user', { output: communityListsReply })

/** Replaces a list with the same name. */
export const saveListEndpoint = defineEndpoint('POST /api/lists', 'user', {
  body: z.object({ listName, communities }),
  output: communityList,
  errors: ['own_limit'],
})

export const deleteListEndpoint = defineEndpoint('DELETE /api/lists/:listId', 'user', {
  params: z.object({ listId: uuidOrNone }),
  output: communityListsReply,
  errors: ['not_found'],
})

/** The content of an export of another tool. */
const foreignLists = z.object({
  /** Lists of communities, with names that can be used after `in:`. */
  audiences: z.array(z.object({ name: z.string(), communities: z.array(z.string()) })),
  /** Keywords in the syntax of our search and scan. */
  keywords: z.array(z.string()),
  /** What could not be imported, as sentences. The last sentence counts what is not listed. */
  leftOut: z.array(z.string()),
})
export type ForeignLists = z.infer<typeof foreignLists>

const mostSentences = 20

/** Limits the number of sentences. A last sentence says how many were left out. */
export function boundedSentences(sentences: readonly string[]): string[] {
  const more = sentences.length - mostSentences
  return more > 0
    ? [...sentences.slice(0, mostSentences), `And ${more.toLocaleString('en-US')} more were left out.`]
    : [...sentences]
}

export function listFile(missing: string) {
  const most = limits.listFileCharacters
  const tooLong = `An export has at most ${most.toLocaleString('en-US')} characters`
  return requiredText(missing, { most, tooLong })
}

/** Parses an export of GummySearch (CSV, JSON), a list of F5Bot or filters of Syften. Nothing is stored. */
export const readListsEndpoint = defineEndpoint('POST /api/lists/read', 'user', {
  body: z.object({ text: listFile('Send the text of an export') }),
  bodyCharacters: limits.listFileCharacters,
  output: foreignLists,
  errors: ['body_too_large'],
})
