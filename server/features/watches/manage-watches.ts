import { cutText } from '#contract/cut-text.ts'
import { limits, selfHostedHint } from '#contract/limits.ts'
import { type AskedWords, parseKeyword, sameQuestion } from '#contract/parse-keyword.ts'
import type { Watch, WatchesReply } from '#contract/watches.ts'
import type { AccountActor } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { publicError } from '#server/errors.ts'
import { type PostQuery, searchedTree } from '#server/matching/post-query-rules.ts'
import type { StoredWatch, WatchChange, WatchStore } from './watch-store.ts'

export interface ManageWatches {
  store: WatchStore
  /** A query in the archive's terms; names after `in:` stay as they are. */
  readQuery: (asked: AskedWords) => Promise<PostQuery>
  /** Searches as the search box does: counted, and kept in the history. */
  search: (owner: AccountActor, keyword: string) => Promise<unknown>
  billing: 'on' | 'stand-in' | 'off'
  clock: Clock
}

const mostOf = ({ store }: Pick<ManageWatches, 'store'>, { tier }: AccountActor) => store.on[tier]

const unknownWatch = () => publicError('not_found', 'This watch does not exist any more.')

function limitReached({ billing }: ManageWatches, most: number) {
  const reached = `You have ${most === 1 ? 'one watch' : `${most} watches`}, as many as your plan has.`
  const isFree = most < limits.watches.pro
  const more = isFree && billing !== 'off' ? ` Pro has ${limits.watches.pro}.` : ''
  const hint = isFree && billing !== 'on' ? ` ${selfHostedHint}` : ''
  return publicError('watch_limit', `${reached} Delete or change one of them.${more}${hint}`)
}

/** Refuses a query that a watch cannot have, and says why. */
export function requireWatchable(query: string): AskedWords {
  const asked = parseKeyword(query)
  const { problems = [], terms } = asked
  const wrong = (message: string) => publicError('invalid_keyword', message)
  if (problems.length > 0) throw wrong(problems.map(({ message }) => message).join(' '))
  if (asked.emptyLimit) throw wrong('“in:” needs a community or a list, as in:smallbusiness.')
  if (terms.length > limits.watchTerms)
    throw wrong(`A watch has at most ${limits.watchTerms} words and phrases; this one has ${terms.length}.`)
  if (!terms.some(({ excluded }) => !excluded))
    throw wrong('A watch needs at least one word to look for, besides excluded words and filters.')
  return asked
}

async function readWatchable(deps: Pick<ManageWatches, 'readQuery'>, query: string): Promise<PostQuery> {
  const matcher = await deps.readQuery(requireWatchable(query))
  if (searchedTree(matcher) === null)
    throw publicError(
      'invalid_keyword',
      'Nearly every post contains these words. Add one that says what it is about.',
    )
  return matcher
}

/** Whether a watch on this query costs a search: accounts with unlimited searches never pay. */
export async function costsSearch(
  { store }: Pick<ManageWatches, 'store'>,
  { userId, tier }: AccountActor,
  asked: AskedWords,
): Promise<boolean> {
  if (tier === 'pro' || store.on.free === store.on.pro) return false
  const question = sameQuestion(asked)
  const searched = await store.listSearched(userId)
  return !searched.some((keyword) => sameQuestion(parseKeyword(keyword)) === question)
}

async function payForQuery(deps: ManageWatches, owner: AccountActor, query: string): Promise<void> {
  if (await costsSearch(deps, owner, parseKeyword(query))) await deps.search(owner, query)
}

function describeWatch(stored: StoredWatch, on: WatchStore['on']): Watch {
  const { isPaused, place, tier, ...watch } = stored
  const state = isPaused ? 'paused' : place > on[tier] ? 'beyond_plan' : 'on'
  return {
    ...watch,
    state,
    lastFoundAt: watch.lastFoundAt?.toISOString() ?? null,
    createdAt: watch.createdAt.toISOString(),
  }
}

export async function listWatches(deps: ManageWatches, owner: AccountActor): Promise<WatchesReply> {
  const { store } = deps
  const watches = await store.listWatches(owner.userId)
  const newPosts = watches[0]?.newOfAll ?? 0
  return {
    watches: watches.map((watch) => describeWatch(watch, store.on)),
    newPosts,
    most: mostOf(deps, owner),
  }
}

export async function requireWatch(
  { store }: Pick<ManageWatches, 'store'>,
  userId: string,
  id: string,
): Promise<Watch> {
  const found = (await store.listWatches(userId)).find((watch) => watch.id === id)
  if (found === undefined) throw unknownWatch()
  return describeWatch(found, store.on)
}

type NewWatch = { watchQuery: string; leastScore: number; watchName?: string | undefined }

export async function createWatch(
  deps: ManageWatches,
  owner: AccountActor,
  { watchQuery, leastScore, watchName }: NewWatch,
): Promise<Watch> {
  const most = mostOf(deps, owner)
  const matcher = await readWatchable(deps, watchQuery)
  // Before a search is spent on it.
  if ((await deps.store.listWatches(owner.userId)).length >= most) throw limitReached(deps, most)
  await payForQuery(deps, owner, watchQuery)
  const name = watchName ?? cutText(watchQuery, limits.watchNameCharacters)
  const created = { name, query: watchQuery, leastScore, matcher }
  const id = await deps.store.createWatch(owner.userId, created, most)
  if (id === null) throw limitReached(deps, most)
  return requireWatch(deps, owner.userId, id)
}

type ChangedWatch = {
  watchQuery?: string | undefined
  watchName?: string | undefined
  leastScore?: number | undefined
  paused?: boolean | undefined
  deleted?: false | undefined
  lookedUpTo?: number | undefined
}

async function restore(deps: ManageWatches, owner: AccountActor, id: string): Promise<void> {
  const most = mostOf(deps, owner)
  const outcome = await deps.store.restoreWatch(owner.userId, id, most)
  if (outcome === 'unknown') throw unknownWatch()
  if (outcome === 'full') throw limitReached(deps, most)
}

export async function changeWatch(
  deps: ManageWatches,
  owner: AccountActor,
  { watchId, ...changed }: ChangedWatch & { watchId: string },
): Promise<Watch> {
  if (changed.deleted === false) await restore(deps, owner, watchId)
  const before = await requireWatch(deps, owner.userId, watchId)
  const { watchQuery: query = before.query, leastScore = before.leastScore, watchName, paused } = changed
  const isRenewed = query !== before.query || leastScore !== before.leastScore
  const change: WatchChange = { lookedUpTo: changed.lookedUpTo }
  if (isRenewed) Object.assign(change, { query, leastScore, matcher: await readWatchable(deps, query) })
  if (query !== before.query) await payForQuery(deps, owner, query)
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

const dayMs = 86_400_000

/** Deletes what cannot be restored any more, and news nobody looks at after so long. */
export const cleanWatches = ({ store, clock }: Pick<ManageWatches, 'store' | 'clock'>) =>
  store.deleteOlder(
    new Date(clock().getTime() - limits.watchRestoreHours * 3_600_000),
    new Date(clock().getTime() - limits.watchPreviewDays * dayMs),
  )
