import { Link } from 'react-router'
import { examplesEndpoint } from '#contract/examples.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** Keywords whose results are ready to be looked at, from this installation's own archive. Keeps its line free. */
export function ExampleLinks() {
  const { data } = useEndpoint(examplesEndpoint)
  const examples = data?.examples ?? []
  return (
    <p className="flex min-h-5 flex-wrap gap-x-3 gap-y-1 text-sm text-ink-soft">
      {examples.length === 0 ? null : 'Look at an example, at no cost:'}
      {examples.map(({ keyword, sessionId }) => (
        <Link
          key={sessionId}
          to={{ pathname: '/', search: `?${new URLSearchParams({ q: keyword, session: sessionId })}` }}
          className="font-medium text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink"
        >
          {keyword}
        </Link>
      ))}
    </p>
  )
}
