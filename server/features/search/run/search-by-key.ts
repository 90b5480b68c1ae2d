import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/error.ts'
import { sessionToken } from '#contract/search.ts'
import type { SearchBriefReply } from '#contract/search-brief.ts'
import { type BriefedSearch, toV1Brief, toV1Needs } from '#contract/v1/to-v1-brief.ts'
import { toV1WholePost } from '#contract/v1/to-v1-post.ts'
import { toV1Search } from '#contract/v1/to-v1-search.ts'
import type { V1BriefReply, V1NeedsReply } from '#contract/v1/v1-brief.ts'
import { findPlaceAfter } from '#contract/v1/v1-cursor.ts'
import type { V1WholePost } from '#contract/v1/v1-post.ts'
import type { V1SearchReply } from '#contract/v1/v1-search.ts'
import { type KeyHolder, limitKeyOf, type RateWindow } from '#server/actor.ts'
import { AppError, tooOften } from '#server/errors.ts'
import type { Away, SearchGate } from '#server/features/search/allowance/search-gate.ts'
import { type ReadBrief, readBrief, readQuotedPost } from '#server/features/search/brief/read-brief.ts'
import { readSavedResults } from '#server/features/search/saved/read-saved-results.ts'
import type { PaidSearches } from './paid-searches.ts'
import { type RunSearch, runSearch } from './run-search.ts'

export interface SearchByKey extends RunSearch, ReadBrief {
  gate: SearchGate
  paid: PaidSearches
  mayReadResults: RateWindow
  mayReadPosts: RateWindow
  mayReadBrief: RateWindow
}

const usedUp: readonly string[] = ['monthly_limit', 'address_daily_limit'] satisfies ErrorCode[]

/**
 * Uses a search that was already paid for; otherwise makes a new one. If the allowance is used up, the search
 * that used it up can still be opened again.
 */
async function reuseOrSearch<T extends object>(
  reuse: () => Promise<T | null>,
  search: () => Promise<T>,
): Promise<T> {
  const reused = await reuse()
  if (reused !== null) return reused
  try {
    return await search()
  } catch (error) {
    const late = error instanceof AppError && usedUp.includes(error.code) ? await reuse() : null
    if (late === null) throw error
    return late
  }
}

/** The token of a search; an invalid id becomes one that no search has. */
const tokenOf = (searchId: string) => z.parse(sessionToken, searchId)

async function readSaved(
  deps: SearchByKey,
  caller: KeyHolder,
  { searchId, cursor, limit }: { searchId: string; cursor?: string | undefined; limit: number },
): Promise<V1SearchReply> {
  const saved = await readSavedResults(deps, caller, tokenOf(searchId))
  const start = findPlaceAfter(saved.results, cursor)
  if (start === null)
    throw new AppError('invalid_input', 'cursor: Send `next` of the previous page, unchanged')
  return toV1Search(saved, { keyword: saved.keyword, costs: 0, start, limit })
}

/**
 * Makes a search for a program, and charges it to the owner of the key. `write` serialises the reply while
 * the search is saved.
 */
export function searchByKey<R extends object>(
  deps: SearchByKey,
  caller: KeyHolder,
  { keyword, limit, write }: { keyword: string; limit: number; write: (reply: V1SearchReply) => R },
): Promise<R> {
  const reuse = async () => {
    const searchId = await deps.paid.takeForSearch(caller.userId, keyword)
    return searchId === null ? null : write(await readSaved(deps, caller, { searchId, limit }))
  }
  const search = (away: Away) =>
    runSearch(deps, caller, {
      keyword,
      away,
      claim: deps.paid.claim(keyword, false),
      write: (reply) =>
        write(toV1Search(reply, { keyword, costs: reply.free === true ? 0 : 1, start: 0, limit })),
    })
  return reuseOrSearch(reuse, () => deps.gate.pass(limitKeyOf(caller), search))
}

/** Limits the reads of a caller per minute, and waits for a free slot of the search gate. */
async function readInTurn<T>(
  { gate, may }: { gate: SearchGate; may: RateWindow },
  caller: KeyHolder,
  work: () => Promise<T>,
) {
  if (!(await may(limitKeyOf(caller)))) throw tooOften('Saved results were read too often', 'reading')
  return gate.pass(limitKeyOf(caller), work)
}

/** A further page of a search, which does not count as a search. */
export const readSearchPage = (
  deps: SearchByKey,
  caller: KeyHolder,
  page: { searchId: string; cursor?: string | undefined; limit: number },
) => readInTurn({ gate: deps.gate, may: deps.mayReadResults }, caller, () => readSaved(deps, caller, page))

/** A complete post of a search or of its brief. */
export function readSearchPost(
  deps: SearchByKey,
  caller: KeyHolder,
  { searchId, source, id }: { searchId: string; source: string; id: string },
): Promise<V1WholePost> {
  const asked = { sessionToken: tokenOf(searchId), source, id }
  return readInTurn({ gate: deps.gate, may: deps.mayReadPosts }, caller, async () =>
    toV1WholePost(await readQuotedPost(deps, caller, asked)),
  )
}

async function briefOf(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<[SearchBriefReply, BriefedSearch]> {
  const reuse = async () => {
    const searchId = await deps.paid.findForBrief(caller.userId, keyword)
    return searchId === null ? null : { searchId, costs: 0 }
  }
  const search = (away: Away) =>
    runSearch(deps, caller, {
      keyword,
      away,
      claim: deps.paid.claim(keyword, true),
      write: (reply) => ({ searchId: reply.sessionId, costs: reply.free === true ? 0 : 1 }),
    })
  const { searchId, costs } = await reuseOrSearch(reuse, () => deps.gate.pass(limitKeyOf(caller), search))
  const brief = await readInTurn({ gate: deps.gate, may: deps.mayReadBrief }, caller, () =>
    readBrief(deps, caller, searchId),
  )
  return [brief, { searchId, keyword, costs }]
}

/**
 * The needs of people for a keyword. Costs one search, unless the account has just searched for this keyword.
 */
export async function briefByKey(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<V1BriefReply> {
  return toV1Brief(...(await briefOf(deps, caller, keyword)))
}

/** Only the needs, each with all of its posts. */
export async function needsByKey(
  deps: SearchByKey,
  caller: KeyHolder,
  keyword: string,
): Promise<V1NeedsReply> {
  return toV1Needs(...(await briefOf(deps, caller, keyword)))
}
