import { clsx } from 'clsx'
import { createContext, memo, useContext } from 'react'
import type { SearchResult } from '#contract/search.ts'
import { isAgainst, signalLabel } from '#contract/signal-labels.ts'
import { Badge } from '#web/ui/badge.tsx'
import { HighlightedText, KeywordContext, ResultKeyword } from './highlighted-text.tsx'
import { OpportunityBadge } from './opportunity-badge.tsx'
import { PostActions, ResultToolsContext } from './post-actions.tsx'
import { postKey } from './post-key.ts'
import { PostOpener } from './post-opener.tsx'
import { communityName, counted, formatAge, formatDay, relatedMessage } from './post-words.ts'
import { AlsoPosted } from './result-facts.tsx'
import { bestReason, rowSnippet } from './row-snippet.ts'
import { firstMatch } from './split-keyword.ts'

/** The keys of posts that the reader has not seen yet. */
export const NewPosts = createContext<ReadonlySet<string>>(new Set())

type ResultRowProps = { result: SearchResult; current: boolean }

/** A result in a few lines. The shortcuts for the next and previous post move the focus to it. */
export const ResultRow = memo(function ResultRow({ result, current }: ResultRowProps) {
  const news = useContext(NewPosts)
  return (
    <li
      data-post={postKey(result)}
      tabIndex={-1}
      aria-label={result.title.trim() === '' ? 'Post without a title' : result.title}
      aria-current={current ? 'true' : undefined}
      className={clsx(
        'relative grid scroll-mt-20 grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 rounded-control px-2.5 py-2 -outline-offset-1 lg:py-1.5',
        current
          ? 'lg:bg-surface lg:outline lg:outline-line lg:before:absolute lg:before:inset-y-2.5 lg:before:left-0 lg:before:w-1 lg:before:rounded-full lg:before:bg-accent'
          : 'hover:bg-sunken',
      )}
    >
      <OpportunityBadge score={result.opportunityScore} small />
      <div className="flex min-w-0 flex-col gap-1 lg:gap-0.5">
        {news.has(postKey(result)) ? <Badge className="w-fit text-xs">New</Badge> : null}
        <ResultKeyword otherWords={result.otherWords}>
          <RowTitle result={result} />
          <RowReason result={result} />
        </ResultKeyword>
        <RowFacts result={result} />
      </div>
      <div className="relative -my-1 -mr-1.5 flex flex-col self-start">
        <PostActions result={result} icon />
      </div>
    </li>
  )
})

/** A click on the title or anywhere else on the row opens the post, except on a button or link. */
function RowTitle({ result }: { result: SearchResult }) {
  const tools = useContext(ResultToolsContext)
  const key = postKey(result)
  return (
    <h3 dir="auto" className="text-[0.9375rem] leading-[1.375rem] font-semibold tracking-tight">
      <PostOpener
        address={tools?.addressOf?.(key) ?? null}
        opens={key}
        onOpen={() => tools?.openPost(key)}
        className="line-clamp-2 text-start lg:line-clamp-1 wrap-anywhere after:absolute after:inset-0 after:rounded-control"
      >
        {result.title.trim() === '' ? (
          'Post without a title'
        ) : (
          <HighlightedText text={result.title} spans={[]} />
        )}
      </PostOpener>
    </h3>
  )
}

const signalsNamed = 2

/**
 * The signals that explain a score in a row: those for a need, which all earned points. Signals against a
 * need, which may have cost no points, are used only if there are no others.
 */
export function signalsOfWhy(listed: readonly string[]): readonly string[] {
  const earning = listed.filter((signal) => !isAgainst(signal))
  return earning.length === 0 ? listed : earning
}

function RowReason({ result }: { result: SearchResult }) {
  const finders = useContext(KeywordContext)
  const pieces = rowSnippet(result, finders)
  const reason = bestReason(result)
  // If the title does not contain the keyword, the snippet is longer and shows the keyword.
  const showsKeyword = finders.length === 0 || firstMatch(result.title, finders) !== -1
  const whySignals = signalsOfWhy(result.signals)
  const named = whySignals.slice(0, signalsNamed).map(signalLabel)
  const others = whySignals.slice(signalsNamed).map(signalLabel)
  return (
    <p
      className={clsx(
        'text-sm leading-5 wrap-anywhere text-ink-soft [&_mark]:bg-transparent [&_mark]:text-ink',
        showsKeyword ? 'line-clamp-3 sm:line-clamp-2' : 'line-clamp-4 sm:line-clamp-3',
      )}
    >
      <span className="sr-only">Why: </span>
      <span className="font-medium text-ink">
        {named.length === 0 ? 'No signal of a need stands out' : named.join(', ')}
      </span>
      {others.length === 0 ? null : (
        <span title={others.join(', ')}>
          <span aria-hidden="true"> and {others.length} more</span>
          <span className="sr-only">, {others.join(', ')}</span>
        </span>
      )}
      {pieces.map(({ text, start }, at) => (
        <bdi key={start}>
          {at === 0 ? ' · ' : ' … '}
          {at === 0 && start > 0 ? '… ' : null}
          <HighlightedText
            text={text}
            spans={reason?.field === 'selftext' ? [reason] : []}
            textStart={start}
            plain
          />
        </bdi>
      ))}
    </p>
  )
}

function RowBadge({ result }: { result: SearchResult }) {
  const words = [result.sample ? 'Sample' : null, relatedMessage(result)]
  return words.map((one) =>
    one === null ? null : (
      <span key={one} className="rounded-sm bg-notice px-1.5 font-medium wrap-anywhere text-ink">
        {one}
      </span>
    ),
  )
}

const factsInARow =
  'flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs leading-[1.125rem] text-ink-soft tabular-nums'

/** One line in a wide window, unless a licence, duplicates or a match note have to be shown in full. */
function RowFacts({ result }: { result: SearchResult }) {
  const besides =
    result.attribution !== undefined ||
    relatedMessage(result) !== null ||
    (result.alsoPostedIn ?? []).length > 0
  return (
    <div className={clsx(factsInARow, !besides && 'lg:flex-nowrap lg:whitespace-nowrap')}>
      <RowBadge result={result} />
      <span dir="auto" className="min-w-0 font-medium wrap-anywhere text-ink lg:truncate">
        {communityName(result)}
      </span>
      <span className="min-w-0 wrap-anywhere lg:truncate">
        <span className="sr-only">Persona: </span>
        <bdi>{result.persona}</bdi>
      </span>
      {result.rating === undefined ? null : <span>Rating {result.rating}</span>}
      {result.source === 'own' ? null : <span>{counted(result.score, 'upvote')}</span>}
      {result.advancedScore === undefined ? null : (
        <span className="font-medium text-on-accent-soft">
          Advanced score <span data-advanced-score="">{result.advancedScore.overallScore}</span>
        </span>
      )}
      {result.createdAt === '' ? null : (
        <time dateTime={result.createdAt} title={formatDay(result.createdAt) ?? ''} suppressHydrationWarning>
          {formatAge(result.createdAt, new Date())} ago
        </time>
      )}
      {result.attribution === undefined ? null : (
        <span className="wrap-anywhere">
          By <bdi>{result.attribution.author}</bdi>, {result.attribution.license}
        </span>
      )}
      <AlsoPosted places={result.alsoPostedIn} brief />
    </div>
  )
}
