import type { AdminSource, SourceFacts } from '#contract/admin-sources.ts'

const names = 'Names of authors are not stored.'
const asked = 'Posts deleted there are deleted here within 48 hours, if the call limit suffices.'
const linked = (to: string) => `Every post links to its ${to}. ${names} ${asked}`

const instance: SourceFacts = {
  terms: 'Each instance has its own: read them before you add it, especially if you sell Pro.',
  limits: 'At most 60 calls a minute; instances limit searches further.',
  rights: linked('discussion'),
}

export const sourceFacts: Record<AdminSource['kind'], SourceFacts> = {
  feed: {
    terms: 'Each publisher has its own: ask before you sell content of a feed.',
    limits: 'One conditional request per read; at most 60 calls a minute to one host. It cannot be searched.',
    rights: `Every post links to its origin. ${names} Posts that leave the feed are deleted after 90 days.`,
  },
  discourse: {
    terms: 'Each forum has its own: read them before you add it, especially if you sell Pro.',
    limits: 'At most 120 calls a minute of the 200 that a forum allows by default; one call a topic.',
    rights: linked('topic'),
  },
  lemmy: instance,
  piefed: instance,
  'hacker-news': {
    terms: 'We found no published terms of its two APIs beyond their limit.',
    limits: 'At most 100 calls a minute of the 10,000 an hour that it allows.',
    rights: linked('discussion'),
  },
  'stack-exchange': {
    terms: 'CC BY-SA: whoever shows or shares a post has to name its author, its licence and its origin.',
    limits: '300 calls a day without a key, 10,000 with STACK_EXCHANGE_KEY; requested pauses are respected.',
    rights: `Author, licence and link are shown with every post and exported, and never searched. ${asked}`,
  },
  github: {
    terms:
      'Issues belong to those who wrote them; GitHub forbids selling personal data and contacting people found there.',
    limits:
      'At most 30 searches a minute, 10 without a token, and apart from them 30 other calls; of these 60 an hour without a token, 5,000 with GITHUB_ISSUES_TOKEN. Only public repositories.',
    rights: linked('issue'),
  },
  reddit: {
    terms: 'Commercial use needs Reddit’s own permission; it gives no new clients.',
    limits: 'At most 100 calls a minute.',
    rights: linked('discussion'),
  },
  'arctic-shift': {
    terms: 'A private archive of Reddit, without terms of its own; Reddit’s count.',
    limits: 'At most 100 calls a minute.',
    rights: linked('discussion'),
  },
}

/** Kinds of sources that need no key. */
export const suggestedSources = [
  {
    title: 'Hacker News',
    address: 'https://news.ycombinator.com',
    why: 'Founders and developers ask for tools and show theirs.',
  },
  {
    title: 'Software Recommendations',
    address: 'https://softwarerecs.stackexchange.com',
    why: 'People describe exactly what they need and cannot find.',
  },
  {
    title: 'Wishes of Discourse’s users',
    address: 'https://meta.discourse.org/c/feature/2',
    why: 'Product forums have a category for wishes; this is one of them.',
  },
]

export type Place = Pick<AdminSource, 'kind' | 'name' | 'address'>

/**
 * Calls per minute of all instances together. Reddit limits one client to 100. Discourse by default allows an
 * anonymous client 200 a minute, and 50 in 10 seconds. GitHub allows 30 searches with a token. The rates of
 * the other sources are chosen to be polite.
 */
const perMinute: Record<AdminSource['kind'], number> = {
  feed: 60,
  discourse: 120,
  lemmy: 60,
  piefed: 60,
  'hacker-news': 100,
  'stack-exchange': 60,
  github: 30,
  reddit: 100,
  'arctic-shift': 100,
}

/** GitHub limits searches separately: 30 a minute with a token, 10 without one. */
export function searchCallsOf(place: Place): { name: string; perMinute: number } {
  const calls = callsOf(place)
  return place.kind === 'github' ? { ...calls, name: 'github search' } : calls
}

/**
 * The budget of a source. One budget is shared by all feeds of a host, by all sites of Stack Exchange, and by
 * all repositories of GitHub.
 */
export function callsOf({ kind, name, address }: Place): { name: string; perMinute: number } {
  const isOne = kind === 'stack-exchange' || kind === 'github'
  const together = isOne ? kind : kind === 'feed' ? `feed ${new URL(address).host}` : name
  return { name: together, perMinute: perMinute[kind] }
}
