import { OutsideLink } from '#web/features/results/outside-link.tsx'
import { formatDay } from '#web/features/results/post-words.ts'

type OwnRowFactsProps = { row: { createdAt: string; rating: number | null; url: string | null } }

/** The date, link and rating of a row. Shows nothing if the file had none. */
export function OwnRowFacts({ row: { createdAt, rating, url } }: OwnRowFactsProps) {
  const day = formatDay(createdAt)
  if (day === null && rating === null && url === null) return null
  return (
    <ul className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft tabular-nums">
      {rating === null ? null : <li>Rating: {rating}</li>}
      {day === null ? null : (
        <li>
          <time dateTime={createdAt}>{day}</time>
        </li>
      )}
      {url === null ? null : (
        <li>
          <OutsideLink
            url={url}
            className="font-medium text-ink underline underline-offset-4"
            said=" (opens in a new tab)"
          >
            Original source
          </OutsideLink>
        </li>
      )}
    </ul>
  )
}
