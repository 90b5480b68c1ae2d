import type { Database } from '#server/database/open-database.ts'
import { type FoundAnswer, withDuplicates } from '#server/matching/result-rules.ts'
import type { Period, SearchesToday, VisitorLimits } from './allowance-rules.ts'
import {
  giveBackUserSearch,
  giveBackVisitorSearch,
  saveEmptySearch,
  saveUserSearch,
  saveVisitorSearch,
  searchEndpointName,
} from './save-search-rows.ts'

/** A browser, by its cookie and where it is: `address` is the network's, never an e-mail address. */
export type Visitor = { visitorId: string; address: string }

/** Room for one more search, and in which bucket it counts. */
export type AllowedSearch = { address: string; day: Date } & (
  | { kind: 'visitor'; visitorId: string }
  | {
      kind: 'user'
      userId: string
      period: Period
      /** Names the month of the account's e-mail address (usage-store.ts). */
      allowanceHash: string
      /** Until it is, the searches count for the network's day as well. */
      emailVerified: boolean
    }
)

export type SearchToSave = {
  sessionToken: string
  keyword: string
  answer: FoundAnswer
  /** Nothing more comes, so that it costs nothing when it is empty. */
  isWhole: boolean
  searchedAt: Date
  expiresAt: Date
}

const visitorKey = ({ visitorId }: { visitorId: string }) => `visitor:${visitorId}`
const addressKey = ({ address }: { address: string }) => `address:${address}`
const personKey = (taken: AllowedSearch) =>
  taken.kind === 'user' ? `user:${taken.userId}` : visitorKey(taken)

/** The counters of the person and of the network, each with the most it may reach. */
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

/** The posts of an answer as a row holds them, duplicates as well. */
export function savedPosts({ posts }: FoundAnswer): [ids: number[], matches: string[], offTopic: boolean[]] {
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
    taken.kind === 'user' ? taken.userId : null,
    ...savedPosts(answer),
    JSON.stringify(answer.coverage),
    expiresAt,
    searchedAt,
  ]
}

async function couldSave(statement: Promise<unknown>): Promise<boolean> {
  try {
    await statement
    return true
  } catch (error) {
    if (isMissingToken(error)) return false
    throw error
  }
}

/** Searches as they are counted. Saving one is false when nothing is left to take it from. */
export type QuotaStore = ReturnType<typeof makeQuotaStore>

/** How much a visitor and a network may search in a day, and a free account in a month. */
type QuotaLimits = VisitorLimits & { freePerMonth: number }

export function makeQuotaStore(db: Database) {
  return {
    async findSearchesToday(visitor: Visitor, day: Date): Promise<SearchesToday> {
      const { rows } = await db.$client.query<{ identifier: string; count: number }>({
        name: 'searches_today',
        text: `select identifier, request_count as count from rate_limits
          where identifier in ($1, $2) and endpoint = '${searchEndpointName}' and bucket_start = $3`,
        values: [visitorKey(visitor), addressKey(visitor), day],
      })
      const countOf = (key: string) => rows.find((row) => row.identifier === key)?.count ?? 0
      return { byVisitor: countOf(visitorKey(visitor)), byAddress: countOf(addressKey(visitor)) }
    },

    /** Takes the search from the visitor's day or the account's month and saves it, both or neither. */
    async saveSearch(taken: AllowedSearch, search: SearchToSave, most: QuotaLimits): Promise<boolean> {
      const saved = savedValues(search, taken)
      if (taken.kind === 'visitor') {
        const values = [...saved, taken.day, ...bucketsOf(taken, most)]
        return couldSave(db.$client.query({ name: 'save_visitor_search', text: saveVisitorSearch, values }))
      }
      const { period, allowanceHash, emailVerified, day } = taken
      const month = [period.start, most.freePerMonth, allowanceHash, period.end]
      const values = [...saved, ...month, addressKey(taken), most.perAddress, emailVerified, day]
      return couldSave(db.$client.query({ name: 'save_user_search', text: saveUserSearch, values }))
    },

    /** Saves a search that found nothing, at no cost, up to a daily limit for the person and for the network. */
    async saveEmptySearch(taken: AllowedSearch, search: SearchToSave, most: number): Promise<boolean> {
      const buckets = bucketsOf(taken, { perVisitor: most, perAddress: most })
      const values = [...savedValues(search, taken), taken.day, ...buckets]
      return couldSave(db.$client.query({ name: 'save_empty_search', text: saveEmptySearch, values }))
    },

    /** Gives a search back that turned out to have found nothing; false when the daily limit of those is reached. */
    async giveBackSearch(taken: AllowedSearch, most: number): Promise<boolean> {
      const counted = [personKey(taken), addressKey(taken), most, taken.day]
      if (taken.kind === 'visitor')
        return (await db.$client.query(giveBackVisitorSearch, counted)).rowCount === 1
      const { userId, period, allowanceHash, emailVerified } = taken
      const values = [...counted, userId, period.start, allowanceHash, emailVerified]
      return (await db.$client.query(giveBackUserSearch, values)).rowCount === 1
    },
  }
}
