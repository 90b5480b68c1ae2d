import { clsx } from 'clsx'
import { useId } from 'react'
import type { BriefReply } from '#contract/search-brief.ts'
import { BarChart } from './bar-chart.tsx'
import { Quotes } from './needs-list.tsx'
import { capitalized, oneLine, PostLink, useNeedsTools } from './needs-quote.tsx'

const barSize = { width: 10, height: 28, corner: 2 }

/** Posts per year as bars, to show whether a need grows or declines. */
export function YearChart({ years }: Pick<BriefReply, 'years'>) {
  const { words } = useNeedsTools()
  const [first, last] = [years[0], years.at(-1)]
  if (first === undefined || last === undefined) return null
  const inYear = `${capitalized(words.many)} a year`
  const told = years.filter(({ posts }) => posts > 0).map(({ year, posts }) => `${posts} in ${year}`)
  return (
    <figure className="flex items-end gap-2">
      <BarChart
        bars={years.map(({ year, posts }) => ({ name: `${year}`, count: posts, look: 'fill-line-strong' }))}
        label={`${inYear}: ${told.join(', ')}`}
        size={barSize}
        className="h-7"
      />
      <figcaption aria-hidden="true" className="text-xs text-ink-soft tabular-nums">
        {inYear}, {first.year === last.year ? first.year : `${first.year} to ${last.year}`}
      </figcaption>
    </figure>
  )
}

type CountsProps = {
  title: string
  counts: readonly { name: string; posts: number }[]
  more?: number
  /** The full text, or as much as fits on one line. */
  whole: boolean
}

function Counts({ title, counts, more = 0, whole }: CountsProps) {
  if (counts.length === 0) return null
  return (
    <div className={whole ? undefined : 'flex items-baseline gap-2'}>
      <dt className="shrink-0 text-xs font-semibold">{title}</dt>
      <dd
        className={clsx(
          'min-w-0 text-sm tabular-nums',
          whole ? 'leading-6 wrap-anywhere' : 'truncate leading-5',
        )}
      >
        {counts.map(({ name, posts }, at) => (
          <span key={name}>
            {at === 0 ? null : ', '}
            <bdi>{name}</bdi> <span className="text-ink-soft">{posts}</span>
          </span>
        ))}
        {more > 0 ? <span className="text-ink-soft"> and {more} more</span> : null}
      </dd>
    </div>
  )
}

export function NeedsFacts({ brief, whole }: { brief: BriefReply; whole: boolean }) {
  const id = useId()
  const { personas, communities, products } = brief
  const { words } = useNeedsTools()
  const held = products.flatMap(({ name, against }) => against.map((quote) => ({ name, quote })))
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h3 id={id} className="sr-only">
        More about these needs
      </h3>
      <dl className={clsx('flex flex-col', whole && 'gap-2')}>
        <Counts title="Products named" counts={products} whole={whole} />
        <Counts
          title="Who asks"
          counts={personas.map(({ persona, posts }) => ({ name: persona, posts }))}
          whole={whole}
        />
        <Counts
          title="Where"
          counts={communities.map(({ name, posts }) => ({ name: name || `no ${words.place}`, posts }))}
          more={brief.communityCount - communities.length}
          whole={whole}
        />
      </dl>
      {!whole || held.length === 0 ? null : (
        <details className="text-sm">
          <summary className="min-h-9 content-center font-medium">Complaints about products</summary>
          <ul className="mt-1 flex flex-col gap-2">
            {held.map(({ name, quote }) => (
              <li key={name} className="wrap-anywhere">
                <bdi className="font-medium">{name}</bdi>:{' '}
                <PostLink post={quote} className="text-left hover:underline">
                  <bdi>“{oneLine(quote.words)}”</bdi>
                </PostLink>
              </li>
            ))}
          </ul>
        </details>
      )}
      {whole
        ? [
            { summary: 'Current workarounds', quotes: brief.coping },
            { summary: 'Prices and budgets', quotes: brief.prices },
          ].map(({ summary, quotes }) =>
            quotes.length === 0 ? null : (
              <details key={summary} className="text-sm">
                <summary className="min-h-9 content-center font-medium">{summary}</summary>
                <Quotes title="In their words" quotes={quotes} />
              </details>
            ),
          )
        : null}
    </section>
  )
}
