import { limits } from '#contract/limits.ts'
import type { SearchResult, SourceCoverage, SourceProgress } from '#contract/search.ts'
import { communityName, counted, formatAge, formatDay, sourceName } from '#web/features/results/post-words.ts'
import { answering, isOnTopic } from '#web/features/results/visible-rows.ts'

/** The number of posts. At the maximum, the message says "Best", because more posts may match. */
export function postsMessage(results: readonly SearchResult[]): string {
  const posts = counted(results.length, 'post')
  return results.length < limits.resultsPerSearch ? posts : `Best ${posts}`
}

/** The number of strong results. A filter by the same minimum score shows the same number. */
export function verdictMessage(results: readonly SearchResult[]): string {
  const onTopic = results.filter(isOnTopic)
  if (onTopic.length === 0)
    return 'These posts contain the words of your keyword, but are likely about something else.'
  const strong = results.filter(({ opportunityScore }) => opportunityScore >= limits.strongScore)
  if (strong.length > 0) {
    const stray = strong.filter((one) => !isOnTopic(one)).length
    const but = stray === strong.length ? ', but likely about something else' : `, ${stray} of them off topic`
    return `${strong.length} ${strong.length === 1 ? 'post shows' : 'posts show'} a strong need${stray === 0 ? '' : but}.`
  }
  const best = Math.max(...onTopic.map(({ opportunityScore }) => opportunityScore))
  const found =
    best >= limits.promisingScore ? 'No strong need found, but promising ones' : 'No strong need found'
  return `${found}: the best post about your keyword scores ${best}.`
}

export function offTopicMessage(results: readonly SearchResult[]): string {
  const others = results.filter((one) => !isOnTopic(one)).length
  if (others === 0 || others === results.length) return ''
  return `${others} of the ${results.length} ${others === 1 ? 'is' : 'are'} likely about something else.`
}

export function communitiesMessage(results: readonly SearchResult[]): string {
  const communities = Map.groupBy(answering(results), communityName)
  const [first] = [...communities].sort((a, b) => b[1].length - a[1].length)
  if (first === undefined) return ''
  return communities.size === 1
    ? `From ${first[0]}.`
    : `From ${first[0]} and ${counted(communities.size - 1, 'other community', 'other communities')}.`
}

export function freshnessMessage(results: readonly SearchResult[], now: Date): string {
  const newest = answering(results)
    .map(({ createdAt }) => createdAt)
    .reduce((a, b) => (a > b ? a : b), '')
  const age = formatAge(newest, now)
  return age === null ? '' : `The newest post is ${age} old.`
}

function countPosts({ posts, sample }: SourceCoverage): string {
  const kind = sample ? 'sample post' : 'post'
  return posts === null ? `${kind}s` : counted(posts, kind)
}

/** How many posts of the archive were searched, up to which date, and what was left out. */
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

/** While the archive is being rescored, `scorerVersion` names two versions. */
export function rescoreMessage(scorerVersion: string): string {
  return scorerVersion.includes(',')
    ? 'The archive is being rescored: some posts still show their old score.'
    : ''
}

export function describeCoverage(coverage: SourceCoverage): string {
  const name = sourceName(coverage.source)
  if (coverage.failed !== null) return `Could not search ${name}: ${coverage.failed}`
  const oldest = coverage.oldestPostAt === null ? null : formatDay(coverage.oldestPostAt)
  const newest = coverage.newestPostAt === null ? null : formatDay(coverage.newestPostAt)
  const dates = oldest !== null && newest !== null ? `, ${oldest} to ${newest}` : ''
  return `Searched ${countPosts(coverage)} in ${name}${dates}`
}

export function describeSearched(coverage: SourceCoverage): string {
  const searched = `${describeCoverage(coverage)}.`
  return coverage.leftOut === null ? searched : `${searched} ${coverage.leftOut}`
}

export function describeProgress(progress: SourceProgress): string {
  const name = sourceName(progress.source)
  if (progress.state === 'asking') return `Searching ${name} …`
  if (progress.state === 'failed') return `Could not search ${name}: ${progress.reason}.`
  if (progress.posts === 0) return `${name} found no posts.`
  return `${counted(progress.posts, 'post')} from ${name}.`
}
