import { parseKeyword, sameQuestion } from '#contract/parse-keyword.ts'
import type { SearchBriefReply } from '#contract/search-brief.ts'
import { type BriefedSearch, toV1Brief, toV1Needs } from '#contract/v1/to-v1-brief.ts'
import { toV1WholePost } from '#contract/v1/to-v1-post.ts'
import { toV1Search } from '#contract/v1/to-v1-search.ts'
import type { V1BriefReply, V1NeedsReply } from '#contract/v1/v1-brief.ts'
import { findPlaceAfter } from '#contract/v1/v1-cursor.ts'
import type { V1WholePost } from '#contract/v1/v1-post.ts'
import type { V1SearchReply } from '#contract/v1/v1-search.ts'
import { type KeyHolder, limitKeyOf } from '#server/actor.ts'
import { AppError, tooOften } from '#server/errors.ts'
import type { RateWindow, SearchGate } from '#server/features/search/allowance/search-gate.ts'
import { type ReadBrief, readBrief } from '#server/features/search/brief/read-brief.ts'
import { readResultPost, readSavedResults } from '#server/features/search/saved/read-saved-results.ts'
import type { PaidSearches } from './paid-searches.ts'
import { type RunSearch, runSearch } from './run-search.ts'

export interface SearchByKey extends RunSearch, ReadBrief {
  gate: SearchGate
  paid: PaidSearches
  mayReadResults: RateWindow
  mayReadPosts: RateWindow
  mayReadBrief: RateWindow
}

/** Equal for equal questions of the same account. */
const paidKey = ({ userId }: KeyHolder, keyword: string) => `${userId} ${sameQuestion(parseKeyword(keyword))}`

async function readSaved(
  deps: SearchByKey,
  caller: KeyHolder,
  { searchId, cursor, limit }: { searchId: string; cursor?: string | undefined; limit: number },
): Promise<V1SearchReply> {
  const saved = await readSavedResults(deps, caller, searchId)
  const start = findPlaceAfter(saved.results, cursor)
  if (start === null)
    throw new AppError('invalid_input', 'cursor: Send `next` of the previous page, unchanged')
  return toV1Search(saved, { keyword: saved.keyword, costs: 0, start, limit })
}

/** Searches for a program, at the cost of its owner; `write` serialises the reply while it is being saved. */
export async function searchByKey<R>(
  deps: SearchByKey,
  caller: KeyHolder,
  { keyword, limit, write }: { keyword: string; limit: number; write: (reply: V1SearchReply) => R },
): Promise<R> {
  const key = paidKey(caller, keyword)
  const paid = deps.paid.takeForSearch(key)
  if (paid !== null) return write(await readSaved(deps, caller, { searchId: await paid, limit }))
  const running = deps.gate.pass(limitKeyOf(caller), () =>
    runSearch(deps, caller, {
      keyword,
      write: (reply) => ({
        token: reply.sessionId,
        written: write(toV1Search(reply, { keyword, costs: reply.free === true ? 0 : 1, start: 0, limit })),
      }),
    }),
  )
  deps.paid.keepSearch(
    key,
    running.then(({ token }) => token),
  )
  return (await running).written
}

/** Uses a slot of the search gate, with a limit a minute. */
function readInTurn<T>(
  { gate, may }: { gate: SearchGate; may: RateWindow },
  caller: KeyHolder,
  work: () => Promise<T>,
) {
  if (!may(limitKeyOf(caller))) throw tooOften('Saved results were read too often', 'reading')
  return gate.pass(limitKeyOf(caller), work)
}

/** A further page of a search; not counted as one. */
export const readSearchPage = (
  deps: SearchByKey,
  caller: KeyHolder,
  page: { searchId: string; cursor?: string | undefined; limit: number },
) => readInTurn({ gate: deps.gate, may: deps.mayReadResults }, caller, () => readSaved(deps, caller, page))

/** A full post of a search. */
export function readSearchPost(
  deps: SearchByKey,
  caller: KeyHolder,
  { searchId, source, id }: { searchId: string; source: string; id: string },
): Promise<V1WholePost> {
  const asked = { sessionToken: searchId, source, id }
  return readInTurn({ gate: deps.gate, may: deps.mayReadPosts }, caller, async () =>
    toV1WholePost(await readResultPost(deps, caller, asked)),
  )
}

async function briefOf(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<[SearchBriefReply, BriefedSearch]> {
  const key = paidKey(caller, keyword)
  const known = deps.paid.findForBrief(key)
  let costs = 0
  const search = () =>
    runSearch(deps, caller, {
      keyword,
      write: (reply) => {
        costs = reply.free === true ? 0 : 1
        return reply.sessionId
      },
    })
  const token = known ?? deps.gate.pass(limitKeyOf(caller), search)
  if (known === null) deps.paid.keepBrief(key, token)
  const searchId = await token
  const brief = await readInTurn({ gate: deps.gate, may: deps.mayReadBrief }, caller, () =>
    readBrief(deps, caller, searchId),
  )
  return [brief, { searchId, keyword, costs }]
}

/** What people need, for a keyword: costs a search, unless the account just searched for it with a key. */
export async function briefByKey(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<V1BriefReply> {
  return toV1Brief(...(await briefOf(deps, caller, keyword)))
}

/** The needs alone, each with all of its posts. */
export async function needsByKey(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<V1NeedsReply> {
  return toV1Needs(...(await briefOf(deps, caller, keyword)))
}
