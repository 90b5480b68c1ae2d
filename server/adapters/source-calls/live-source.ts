import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { signWordsOf } from '#contract/sign-words.ts'
import type {
  DeletionCheck,
  DiscussionSource,
  FeedPage,
  Post,
  PostFeed,
  ScanTarget,
} from '#server/source-ports.ts'
import { type Deadline, deadlineIn, type SourceClock } from './source-clock.ts'
import type { SourceHttpClient } from './source-http-client.ts'
import { writtenQuery } from './written-query.ts'

/** A source as three ports: for searches, for the scan and for deletion checks. */
export type LiveSource = { source: DiscussionSource; feed: PostFeed; check: DeletionCheck }

type LiveReading = {
  posts: readonly Post[]
  /** The number of posts from the source that are not shown. */
  leftOut: number
  /** Sentences about what was not read. */
  notes: readonly string[]
}

/** A note that a source has more matches than were requested. */
export const onlyBest = (most: number, hasMore: boolean) =>
  hasMore ? [`Only the best ${most} of its matches were read.`] : []

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const whole = new Intl.NumberFormat('en-US')

type Described = LiveReading & Pick<LiveDeps, 'leftOutKinds'>

function describe(found: readonly Post[], { leftOut, leftOutKinds, notes }: Described): string | null {
  const count = found.length === 1 ? '1 post' : `${whole.format(found.length)} posts`
  const newest = Math.max(...found.map(({ createdAt }) => createdAt.getTime()))
  const gave = found.length === 0 ? [] : [`It returned ${count}, the newest from ${day.format(newest)}.`]
  const without = leftOut === 0 ? [] : [`Left out: ${whole.format(leftOut)} (${leftOutKinds}).`]
  const sentences = [...gave, ...without, ...notes]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Forms of a word share a stem. This is crude, but it is better than showing excluded posts. */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ings?|ed|ers?|e?s|e|y)$/u, '')
  return stem.length >= 3 ? stem : word
}

const stemsOf = (text: string) =>
  [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu),
  ].map(([word]) => stemOf(word))

function holds(text: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true
  return text.some(
    (stem, at) => stem === wanted[0] && wanted.every((other, index) => text[at + index] === other),
  )
}

export function holdsExcluded(post: Pick<Post, 'title' | 'selftext'>, terms: readonly KeywordTerm[]) {
  const excluded = terms.filter((term) => term.excluded)
  if (excluded.length === 0) return false
  // The empty word separates title and text, so that no phrase spans both.
  const inPost = [...stemsOf(post.title), '', ...stemsOf(post.selftext)]
  const hasSigns = excluded.some(({ signs }) => signs !== undefined)
  const signed = new Set(hasSigns ? signWordsOf(`${post.title}\n${post.selftext}`) : [])
  return excluded.some(({ words, phrase, signs = [] }) => {
    const stems = signs.length > 0 && !phrase ? [] : stemsOf(words)
    const asked = stems.length + signs.length > 0
    return asked && signs.every((one) => signed.has(one)) && holds(inPost, stems)
  })
}

/**
 * Live sources do not report how many posts they have, so the answer says what was read, how recent it is,
 * and what was not read.
 */
function liveAnswer(reading: Described, terms: readonly KeywordTerm[], most: number) {
  const found = reading.posts.filter((post) => !holdsExcluded(post, terms)).slice(0, most)
  const unknown = { posts: null, oldestPostAt: null, newestPostAt: null, sample: false }
  return {
    posts: found.map((post) => ({ post })),
    coverage: { ...unknown, leftOut: describe(found, reading) },
  }
}

const nothingAsked: LiveReading = {
  posts: [],
  leftOut: 0,
  notes: ['It was not queried: the keyword has only excluded words.'],
}

type Check = Pick<DeletionCheck, 'idsPerCall'> & {
  findGone: (ids: readonly string[], deadline: Deadline) => Promise<string[]>
}

type OneByOne = {
  isGone: (id: string, deadline: Deadline) => Promise<boolean>
  /** Checked first. False if the place that contains the posts is gone; all posts are then gone as well. */
  isThere?: (deadline: Deadline) => Promise<boolean>
  /** Throws if the source shows nothing at all. In that case no post counts as deleted. */
  requireOpen?: (deadline: Deadline) => Promise<void>
}

/**
 * Checks posts one after another. Each check gets few posts, so that it ends in time. Posts with invalid ids
 * count as deleted.
 */
export function oneByOne({ isThere, isGone, requireOpen }: OneByOne): Check {
  return {
    idsPerCall: 25,
    async findGone(ids, deadline) {
      if (isThere !== undefined && !(await isThere(deadline))) return [...ids]
      const gone: string[] = []
      for (const id of ids) {
        if (!/^\d{1,12}$/u.test(id) || (await isGone(id, deadline))) gone.push(id)
      }
      if (gone.length > 0) await requireOpen?.(deadline)
      return gone
    },
  }
}

/** The client of a source. The URLs in it have no trailing slash. */
export type SourceCalls = {
  http: SourceHttpClient
  /** For a search. */
  timeLimitMs: number
  sourceClock: SourceClock
}

type LiveDeps = Omit<SourceCalls, 'http'> & {
  name: string
  /** The source name of the posts to check, if it differs from `name`. */
  checkedAs?: string
  /** The query string, by default in the syntax of web search. If it is null, no request is made. */
  writeQuery?: (terms: readonly KeywordTerm[]) => string | null
  /** The kinds of posts that are skipped, such as "advertisements and removed posts". */
  leftOutKinds: string
  read: (query: string, deadline: Deadline, most: number) => Promise<LiveReading>
  reads: PostFeed['reads']
  /** Communities that are always read. */
  own?: readonly string[]
  /** Resolves to null if the source does not support the target. */
  readPage: (target: ScanTarget, after: string | null, deadline: Deadline) => Promise<FeedPage | null>
  check: Check
}

/** A page may have to wait for the budget, because a check makes many calls at a polite rate. */
const pageMs = 90_000
const checkMs = 120_000

/** A source that can be searched, read page by page, and checked for deletions. */
export function liveSource({ name, sourceClock, check, leftOutKinds, ...parts }: LiveDeps): LiveSource {
  const { timeLimitMs, writeQuery = writtenQuery, read, reads, own, readPage } = parts
  return {
    source: {
      name,
      timeLimitMs,
      async search({ terms }, limits) {
        const query = writeQuery(terms)
        if (query === null) return liveAnswer({ ...nothingAsked, leftOutKinds }, [], 0)
        // Ends slightly before the timeout of the search, so that the result or the error still arrives.
        const deadline = deadlineIn(timeLimitMs * 0.9, sourceClock, limits.signal)
        const reading = await read(query, deadline, limits.posts)
        return liveAnswer({ ...reading, leftOutKinds }, terms, limits.posts)
      },
    },
    feed: {
      source: name,
      reads,
      ...(own && { own: own.map((value) => ({ kind: 'community', value })) }),
      async listNew(target, after, signal) {
        const page = await readPage(target, after, deadlineIn(pageMs, sourceClock, signal))
        if (page === null) return { posts: [], next: null }
        // A page that names itself as the next page is the last one.
        return { ...page, next: page.next === after ? null : page.next }
      },
    },
    check: {
      source: parts.checkedAs ?? name,
      idsPerCall: check.idsPerCall,
      async findGone(sourceIds, signal) {
        const ids = sourceIds.slice(0, check.idsPerCall)
        return ids.length === 0 ? [] : check.findGone(ids, deadlineIn(checkMs, sourceClock, signal))
      },
    },
  }
}

/**
 * The source name for posts of a place: its host with port and path, if any. The name can be used as the
 * prefix of an id.
 */
export function placeName({ host, pathname }: URL): string {
  const path = pathname === '/' ? '' : pathname
  return `${host}${path}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]/gu, '-')
    .replace(/(?<!-)-+$/u, '')
}
