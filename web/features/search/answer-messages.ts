import { limits } from '#contract/limits.ts'
import type { SearchResult, SourceCoverage } from '#contract/search.ts'
import { communityName, countPosts, formatDay } from '#web/features/results/coverage-messages.ts'
import { formatAge } from '#web/features/results/format-age.ts'

export function verdictMessage(results: readonly SearchResult[]): string {
  const scores = results.map(({ opportunityScore }) => opportunityScore)
  const best = Math.max(0, ...scores)
  const strong = scores.filter((score) => score >= limits.strongScore).length
  if (strong > 0) return `${strong} ${strong === 1 ? 'post shows' : 'posts show'} a strong need.`
  const found =
    best >= limits.promisingScore ? 'No strong need found, but promising ones.' : 'No strong need found.'
  return `${found} Best of ${results.length} ${results.length === 1 ? 'post' : 'posts'}: ${best}.`
}

/** Where the posts of an answer were found: the community with most of them, and how many more. */
export function communitiesMessage(results: readonly SearchResult[]): string {
  const counts = new Map<string, number>()
  for (const name of results.map(communityName)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const [first] = [...counts].sort((a, b) => b[1] - a[1])
  if (first === undefined) return ''
  return counts.size === 1 ? `From ${first[0]}.` : `From ${first[0]} and ${counts.size - 1} more.`
}

export function freshnessMessage(results: readonly SearchResult[], now: Date): string {
  const newest = results.map(({ createdAt }) => createdAt).reduce((a, b) => (a > b ? a : b), '')
  const age = formatAge(newest, now)
  return age === null ? '' : `The newest is ${age} old.`
}

/** How much of its own an installation searched, until when, and what it left out. */
export function searchedMessage(coverage: readonly SourceCoverage[]): string {
  return coverage
    .filter(({ source, failed }) => source === 'archive' && failed === null)
    .map((one) => {
      const newest = one.newestPostAt === null ? null : formatDay(one.newestPostAt)
      const until = newest === null ? '' : `, the newest of ${newest}`
      return [`Searched ${countPosts(one)}${until}.`, one.leftOut ?? ''].join(' ').trim()
    })
    .join(' ')
}

/** Two versions are named while an archive is being rescored. */
export function rescoreMessage(scorerVersion: string): string {
  return scorerVersion.includes(',')
    ? 'The archive is being scored anew: some of these still have their earlier score.'
    : ''
}
