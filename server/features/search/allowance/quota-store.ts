import type { Visitor } from '#server/actor.ts'
import type { Database } from '#server/database/open-database.ts'
import { type FoundAnswer, withDuplicates } from '#server/matching/result-rules.ts'
import type { Period, SearchesToday, VisitorLimits } from './allowance-rules.ts'
import { claimName } from './paid-search-store.ts'
import {
  deletePastCounts,
  giveBackUserSearch,
  giveBackVisitorSearch,
  saveClaimedSearch,
  saveEmptySearch,
  saveFinalAnswer,
  saveUserSearch,
  saveVisitorSearch,
  searchEndpointName,
} from './save-search-rows.ts'

/** A reservation of one search, with the bucket in which it counts. */
export type AllowedSearch = { address: string; day: Date } & (
  | { kind: 'visitor'; visitorId: string }
  | {
      kind: 'account'
      userId: string
      period: Period
      /** A hash of the e-mail address, under which its searches of a month are counted (usage-store.ts). */
      allowanceHash: string
      /** If the address is not confirmed, searches also count for the network on that day. */
      emailVerified: boolean
    }
)

export type SearchToSave = {
  sessionToken: string
  keyword: string
  answer: FoundAnswer
  /** True if no more posts will arrive, so that an empty result is free. */
  isWhole: boolean
  searchedAt: Date
  expiresAt: Date
  claim?: SearchClaim | undefined
}

/** A search and a brief for the same question cost one search if both are made after `since`. */
export type SearchClaim = { question: string; isBrief: boolean; since: Date }

const visitorKey = ({ visitorId }: { visitorId: string }) => `visitor:${visitorId}`
const addressKey = ({ address }: { address: string }) => `address:${address}`
const personKey = (taken: AllowedSearch) =>
  taken.kind === 'account' ? `user:${taken.userId}` : visitorKey(taken)

/** The counters of the visitor and of the network, with their maximum. */
const bucketsOf = (taken: AllowedSearch, most: VisitorLimits) => [
  personKey(taken),
  most.perVisitor,
  addressKey(taken),
  most.perAddress,
]

function isMissingToken(error: unknown): boolean {
  const refused = error as { code?: string; column?: string }
  return refused.code === '23502' && refused.column === 'session_token'
}

/** The posts of a result with their duplicates, as they are stored. */
function savedPosts({ posts }: FoundAnswer): [ids: number[], matches: string[], offTopic: boolean[]] {
  const every = withDuplicates(posts)
  return [
    every.map(({ post }) => post.archiveId),
    every.map(({ match }) => match),
    every.map(({ offTopic }) => offTopic),
  ]
}

function savedValues(
  { sessionToken, keyword, answer, searchedAt, expiresAt }: SearchToSave,
  taken: AllowedSearch,
) {
  return [
    sessionToken,
    keyword,
    answer.posts.length,
    taken.address,
    taken.kind === 'visitor' ? taken.visitorId : null,
    taken.kind === 'account' ? taken.userId : null,
    ...savedPosts(answer),
    JSON.stringify(answer.coverage),
    expiresAt,
    searchedAt,
  ]
}

/** The row that the statement returns, or null if no allowance was left. */
async function rowIfSaved<R extends object>(statement: Promise<{ rows: R[] }>): Promise<Partial<R> | null> {
  try {
    return (await statement).rows[0] ?? {}
  } catch (error) {
    if (isMissingToken(error)) return null
    throw error
  }
}

const couldSave = async (statement: Promise<{ rows: object[] }>) => (await rowIfSaved(statement)) !== null

/** Counted searches. Saving returns false if the allowance is used up. */
export type QuotaStore = ReturnType<typeof makeQuotaStore>

/** The limits of a visitor and a network per day, and of a free account per month. */
type QuotaLimits = VisitorLimits & { freePerMonth: number }

export function makeQuotaStore(db: Database) {
  return {
    async findSearchesToday(visitor: Omit<Visitor, 'kind'>, day: Date): Promise<SearchesToday> {
      const { rows } = await db.$client.query<{ identifier: string; count: number }>({
        name: 'searches_today',
        text: `select identifier, request_count as count from rate_limits
          where identifier in ($1, $2) and endpoint = '${searchEndpointName}' and bucket_start = $3`,
        values: [visitorKey(visitor), addressKey(visitor), day],
      })
      const countOf = (key: string) => rows.find((row) => row.identifier === key)?.count ?? 0
      return { byVisitor: countOf(visitorKey(visitor)), byAddress: countOf(addressKey(visitor)) }
    },

    /**
     * Counts the search and saves it in one statement. `free` is true if another search for the same question
     * was already paid for.
     */
    async saveSearch(
      taken: AllowedSearch,
      search: SearchToSave,
      most: QuotaLimits,
    ): Promise<{ free: boolean } | null> {
      const saved = savedValues(search, taken)
      const { claim } = search
      if (taken.kind === 'visitor') {
        const values = [...saved, taken.day, ...bucketsOf(taken, most)]
        const query = { name: 'save_visitor_search', text: saveVisitorSearch, values }
        return (await couldSave(db.$client.query(query))) ? { free: false } : null
      }
      const { period, allowanceHash, emailVerified, day } = taken
      const month = [period.start, most.freePerMonth, allowanceHash, period.end]
      const counted = [...saved, ...month, addressKey(taken), most.perAddress, emailVerified, day]
      const claimed = claim && [claimName(claim.question), claim.since, claim.isBrief, personKey(taken)]
      const row = await rowIfSaved(
        db.$client.query<{ free: boolean }>(
          claimed === undefined
            ? { name: 'save_user_search', text: saveUserSearch, values: counted }
            : { name: 'save_claimed_search', text: saveClaimedSearch, values: [...counted, ...claimed] },
        ),
      )
      return row && { free: row.free === true }
    },

    /** Saves a search without results. It is free, up to a daily limit for the user and for the network. */
    async saveEmptySearch(taken: AllowedSearch, search: SearchToSave, most: number): Promise<boolean> {
      const buckets = bucketsOf(taken, { perVisitor: most, perAddress: most })
      const values = [...savedValues(search, taken), taken.day, ...buckets]
      return couldSave(db.$client.query({ name: 'save_empty_search', text: saveEmptySearch, values }))
    },

    /**
     * Replaces the first results with the final ones. If the search was deleted in the meantime, it is not
     * saved again.
     */
    async updateAnswer(sessionToken: string, answer: FoundAnswer): Promise<void> {
      const { posts, coverage } = answer
      const values = [sessionToken, ...savedPosts(answer), JSON.stringify(coverage), posts.length]
      await db.$client.query({ name: 'save_final_answer', text: saveFinalAnswer, values })
    },

    /** Undoes the count of a search without results. Returns false if the daily limit for this is reached. */
    async giveBackSearch(taken: AllowedSearch, most: number): Promise<boolean> {
      const counted = [personKey(taken), addressKey(taken), most, taken.day]
      if (taken.kind === 'visitor')
        return (await db.$client.query(giveBackVisitorSearch, counted)).rowCount === 1
      const { userId, period, allowanceHash, emailVerified } = taken
      const values = [...counted, userId, period.start, allowanceHash, emailVerified]
      return (await db.$client.query(giveBackUserSearch, values)).rowCount === 1
    },

    /** Deletes the counters of days before this one, and of months that have ended. */
    async deleteOldCounts(now: Date, day: Date): Promise<void> {
      await db.$client.query(deletePastCounts, [day, now])
    },
  }
}
