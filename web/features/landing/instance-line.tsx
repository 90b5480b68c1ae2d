import { Database } from 'lucide-react'
import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { type InstanceCounts, instanceCountsEndpoint } from '#contract/instance-counts.ts'
import { formatCount, formatDay } from '#web/features/results/post-words.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** The counts of this installation, requested when this line scrolls into view. */
export function InstanceLine() {
  const [seen, setSeen] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  const { data } = useEndpoint(instanceCountsEndpoint, { enabled: seen })
  return (
    // As high as the final text.
    <p
      ref={watch}
      className="flex min-h-30 items-start gap-2.5 text-sm leading-6 sm:min-h-12 text-pretty text-ink-soft"
    >
      <Database aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>
        {data
          ? countsMessage(data, new Date()).join(' ')
          : 'Every results page says how many posts were searched, and where they are from.'}{' '}
        {data?.posts === 0 && data.searchedLiveCount + data.feeds === 0 ? (
          <>
            Do you run this site?{' '}
            <Link to="/admin?tab=sources" className="font-medium text-ink underline underline-offset-4">
              Add the first source
            </Link>
            .
          </>
        ) : null}
      </span>
    </p>
  )
}

/** The counts from which the text says "hundreds" or "thousands". */
const hundreds = 200
const thousands = 2_000
const hourMs = 3_600_000

function amount(count: number): 'Thousands' | 'Hundreds' | null {
  if (count >= thousands) return 'Thousands'
  return count >= hundreds ? 'Hundreds' : null
}

function freshWords(newestPostAt: string | null, now: Date): string {
  if (newestPostAt === null) return ''
  const hours = Math.floor((now.getTime() - new Date(newestPostAt).getTime()) / hourMs)
  if (hours < 1) return ', the newest less than an hour old'
  if (hours < 48) return `, the newest ${hours === 1 ? 'an hour' : `${hours} hours`} old`
  if (hours < 24 * 30) return `, the newest ${Math.floor(hours / 24)} days old`
  return `, the newest of ${formatDay(newestPostAt)}`
}

function listWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** The default source of a new installation, by its title. */
const hackerNews = 'Hacker News'

/** The sources that every search queries, and the feeds that are only read. */
function liveWords({ posts, searchedLive, searchedLiveCount, feeds }: InstanceCounts): string[] {
  const others = searchedLiveCount - searchedLive.length
  const named = others > 0 ? [...searchedLive, `${formatCount(others)} more`] : searchedLive
  const feedWords =
    feeds === 0 ? [] : [`${formatCount(feeds)} ${feeds === 1 ? 'feed is' : 'feeds are'} read too.`]
  if (named.length === 0) return feedWords
  const readLater = posts === 0 && searchedLive.includes(hackerNews)
  return [
    `Every search also queries ${listWords(named)}.`,
    ...(readLater ? [`${hackerNews} is read after the first page view or search.`] : []),
    ...feedWords,
  ]
}

/** Statements of this site about its counts; "hundreds" and "thousands" only if the counts allow it. */
export function countsMessage(counts: InstanceCounts, now: Date): string[] {
  const { accounts, posts, threadsReadLastDay, newestPostAt } = counts
  const founders = amount(accounts)
  const threads = amount(threadsReadLastDay)
  return [
    posts > 0
      ? `This site searches ${formatCount(posts)} ${posts === 1 ? 'post' : 'posts'} from public discussions${freshWords(newestPostAt, now)}.`
      : 'This site searches a starter collection of sample posts until its operator adds real ones.',
    ...liveWords(counts),
    ...(founders ? [`${founders} of founders have an account here.`] : []),
    ...(threads ? [`${threads} of threads were read in the last 24 hours.`] : []),
  ]
}
