import { cutText } from '#contract/cut-text.ts'
import { limits, selfHostedHint } from '#contract/limits.ts'
import { type AskedWords, parseKeyword, sameQuestion } from '#contract/parse-keyword.ts'
import type { Watch, WatchesReply, WatchPlaces } from '#contract/watches.ts'
import type { AccountActor } from '#server/actor.ts'
import { type Clock, dayMs } from '#server/clock.ts'
import { publicError } from '#server/errors.ts'
import { type PostQuery, searchedTree } from '#server/matching/post-query-rules.ts'
import type { StoredWatch, WatchChange, WatchStore } from './watch-store.ts'

export interface ManageWatches {
  store: WatchStore
  /** The query as the archive searches it. Names after `in:` are not resolved yet. */
  readQuery: (asked: AskedWords) => Promise<PostQuery>
  /** Runs a search as the search box does: it counts against the allowance and appears in the history. */
  search: (owner: AccountActor, keyword: string) => Promise<unknown>
  billing: 'on' | 'stand-in' | 'off'
  clock: Clock
}

const unknownWatch = () => publicError('not_found', 'This watch does not exist any more.')

function limitReached({ billing, store }: ManageWatches, { tier }: AccountActor, most: number) {
  const isOfPlan = most === store.on[tier]
  const whose = isOfPlan ? 'your plan has' : 'whoever runs this installation allows you'
  const reached = `You have ${most === 1 ? 'one watch' : `${most} watches`}, as many as ${whose}.`
  const isFree = isOfPlan && most < limits.watches.pro
  const more = isFree && billing !== 'off' ? ` Pro has ${limits.watches.pro}.` : ''
  const hint = isFree && billing !== 'on' ? ` ${selfHostedHint}` : ''
  return publicError('watch_limit', `${reached} Delete or change one of them.${more}${hint}`)
}

/** Throws an error with the reason if a watch cannot use the query. */
export function requireWatchable(query: string): AskedWords {
  const asked = parseKeyword(query)
  const { problems = [], terms } = asked
  const wrong = (message: string) => publicError('invalid_keyword', message)
  if (problems.length > 0) throw wrong(problems.map(({ message }) => message).join(' '))
  if (asked.emptyLimit) throw wrong('“in:” needs a community or a list, as in:smallbusiness.')
  if (terms.length > limits.watchTerms)
    throw wrong(`A watch has at most ${limits.watchTerms} words and phrases; this one has ${terms.length}.`)
  if (!terms.some(({ excluded }) => !excluded))
    throw wrong('A watch needs at least one word to look for; excluded words and filters are not sufficient.')
  return asked
}

async function readWatchable(deps: Pick<ManageWatches, 'readQuery'>, query: string): Promise<PostQuery> {
  const matcher = await deps.readQuery(requireWatchable(query))
  if (searchedTree(matcher) === null)
    throw publicError('invalid_keyword', 'Nearly every post contains these words. Add a more specific word.')
  return matcher
}

/**
 * Whether a watch on this query costs a search. Accounts with unlimited searches never pay, and searches of
 * own material are free.
 */
export async function costsSearch(
  { store }: Pick<ManageWatches, 'store'>,
  { userId, tier }: AccountActor,
  { asked, looksIn }: { asked: AskedWords; looksIn: WatchPlaces },
): Promise<boolean> {
  if (looksIn === 'own' || tier === 'pro' || store.on.free === store.on.pro) return false
  const question = sameQuestion(asked)
  const searched = await store.listSearched(userId)
  return !searched.some((keyword) => sameQuestion(parseKeyword(keyword)) === question)
}

type Searched = { query: string; looksIn: WatchPlaces }

async function payForQuery(deps: ManageWatches, owner: AccountActor, { query, looksIn }: Searched) {
  const costs = await costsSearch(deps, owner, { asked: parseKeyword(query), looksIn })
  if (costs) await deps.search(owner, query)
}

function describeWatch(stored: StoredWatch): Watch {
  const { isPaused, place, most, ...watch } = stored
  const state = isPaused ? 'paused' : place > most ? 'beyond_plan' : 'on'
  return {
    ...watch,
    state,
    lastFoundAt: watch.lastFoundAt?.toISOString() ?? null,
    createdAt: watch.createdAt.toISOString(),
  }
}

export async function listWatches({ store }: ManageWatches, { userId }: AccountActor): Promise<WatchesReply> {
  const watches = await store.listWatches(userId)
  const newPosts = watches[0]?.newOfAll ?? 0
  return { watches: watches.map(describeWatch), newPosts, most: await store.findMost(userId) }
}

export async function requireWatch(
  { store }: Pick<ManageWatches, 'store'>,
  userId: string,
  id: string,
): Promise<Watch> {
  const found = (await store.listWatches(userId)).find((watch) => watch.id === id)
  if (found === undefined) throw unknownWatch()
  return describeWatch(found)
}

type NewWatch = {
  watchQuery: string
  leastScore: number
  looksIn: WatchPlaces
  watchName?: string | undefined
}

export async function createWatch(
  deps: ManageWatches,
  owner: AccountActor,
  { watchQuery, leastScore, looksIn, watchName }: NewWatch,
): Promise<Watch> {
  const most = await deps.store.findMost(owner.userId)
  const matcher = await readWatchable(deps, watchQuery)
  // Checked before a search is used up.
  if ((await deps.store.listWatches(owner.userId)).length >= most) throw limitReached(deps, owner, most)
  await payForQuery(deps, owner, { query: watchQuery, looksIn })
  const name = watchName ?? cutText(watchQuery, limits.watchNameCharacters)
  const created = { name, query: watchQuery, leastScore, matcher, looksIn }
  const id = await deps.store.createWatch(owner.userId, created, most)
  if (id === null) throw limitReached(deps, owner, most)
  return requireWatch(deps, owner.userId, id)
}

type ChangedWatch = {
  watchQuery?: string | undefined
  watchName?: string | undefined
  leastScore?: number | undefined
  looksIn?: WatchPlaces | undefined
  deliversOwn?: boolean | undefined
  paused?: boolean | undefined
  deleted?: false | undefined
  lookedUpTo?: number | undefined
}

async function restore(deps: ManageWatches, owner: AccountActor, id: string): Promise<void> {
  const most = await deps.store.findMost(owner.userId)
  const outcome = await deps.store.restoreWatch(owner.userId, id, most)
  if (outcome === 'unknown') throw unknownWatch()
  if (outcome === 'full') throw limitReached(deps, owner, most)
}

export async function changeWatch(
  deps: ManageWatches,
  owner: AccountActor,
  { watchId, ...changed }: ChangedWatch & { watchId: string },
): Promise<Watch> {
  if (changed.deleted === false) await restore(deps, owner, watchId)
  const before = await requireWatch(deps, owner.userId, watchId)
  const { watchQuery: query = before.query, leastScore = before.leastScore, watchName, paused } = changed
  const { looksIn = before.looksIn, lookedUpTo, deliversOwn } = changed
  const isElsewhere = looksIn !== before.looksIn
  const isRenewed = query !== before.query || leastScore !== before.leastScore || isElsewhere
  const change: WatchChange = { lookedUpTo, deliversOwn }
  if (isRenewed)
    Object.assign(change, { query, leastScore, looksIn, matcher: await readWatchable(deps, query) })
  if (query !== before.query || isElsewhere) await payForQuery(deps, owner, { query, looksIn })
  if (watchName !== undefined) change.name = watchName
  if (paused === true && before.state !== 'paused') change.pausedAt = deps.clock()
  if (paused === false && before.state === 'paused') change.pausedAt = null
  if (Object.values(change).some((value) => value !== undefined))
    if (!(await deps.store.changeWatch(owner.userId, watchId, change))) throw unknownWatch()
  return requireWatch(deps, owner.userId, watchId)
}

export async function deleteWatch(
  deps: ManageWatches,
  owner: AccountActor,
  id: string,
): Promise<WatchesReply> {
  const deleted = await deps.store.changeWatch(owner.userId, id, { deletedAt: deps.clock() })
  if (!deleted) throw unknownWatch()
  return listWatches(deps, owner)
}

/** Deletes watches that can no longer be restored, and old posts of watches that nobody opens. */
export const cleanWatches = ({ store, clock }: Pick<ManageWatches, 'store' | 'clock'>) =>
  store.deleteOlder(
    new Date(clock().getTime() - limits.watchRestoreHours * 3_600_000),
    new Date(clock().getTime() - limits.watchPreviewDays * dayMs),
  )
