import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { BellPlus, Download, Link2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Link } from 'react-router'
import { downloadEndpoint } from '#contract/search.ts'
import { fetchDownload } from '#web/api-client.ts'
import { serverMessage } from '#web/failure-messages.ts'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { copyText } from '#web/features/site/copy-text.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import {
  communitiesMessage,
  freshnessMessage,
  offTopicMessage,
  postsMessage,
  rescoreMessage,
  searchedMessage,
  verdictMessage,
} from './answer-messages.ts'
import { KeywordSuggestions } from './keyword-suggestions.tsx'
import { resultsLink } from './results-link.ts'

const noSession = 'No session ID available for CSV download'

function useCsvDownload(sessionId: string) {
  const file = `unmet_problems_${sessionId}.csv`
  return useMutation({
    mutationFn: async () => {
      if (sessionId === '') throw new Error(noSession)
      saveFile(await fetchDownload(downloadEndpoint, { params: { sessionId } }), file)
    },
    onSuccess: () => showToast({ title: 'Download started', description: file }),
    onError: (error) => {
      const description = sessionId === '' ? noSession : serverMessage(error, 'Failed to download CSV file')
      showToast({ title: 'Download failed', description, tone: 'destructive' })
    },
  })
}

/**
 * Copies a link to these results. Only the account that made the search can open them. For everybody else, the
 * link fills in the keyword.
 */
function useCopyLink(outcome: SearchOutcome) {
  const { user } = useCurrentUser()
  return () =>
    void copyText('link', resultsLink(outcome, window.location.href), {
      title: 'Link copied',
      description:
        user === null
          ? 'It opens these results for anybody who has the link, and uses no search.'
          : 'It opens these results where you are signed in. For others it fills in the keyword.',
    })
}

type AnswerHeadProps = {
  outcome: SearchOutcome
  related: readonly string[] | null
  left: string
  heading: RefObject<HTMLHeadingElement | null>
}

export function AnswerHead({ outcome, related, heading, left }: AnswerHeadProps) {
  const { results, coverage, scorerVersion, keyword } = outcome
  const csv = useCsvDownload(outcome.sessionId)
  const copyLink = useCopyLink(outcome)
  return (
    // On a phone the buttons are beside the heading, so that the first post is on the first screen.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start justify-between gap-x-3 gap-y-1 sm:flex sm:flex-wrap sm:gap-x-6 sm:gap-y-2">
      <div className="min-w-0 flex-1 basis-80 flex-col gap-1 max-sm:contents sm:flex">
        <div className="flex-wrap items-baseline gap-x-6 gap-y-1 max-sm:contents sm:flex">
          <h2
            ref={heading}
            tabIndex={-1}
            className="text-xl leading-8 font-semibold tracking-tight text-balance wrap-anywhere outline-none max-sm:row-start-1"
          >
            {postsMessage(results)} for “<bdi>{keyword}</bdi>”
          </h2>
          <div className="min-w-0 grow basis-80 empty:hidden max-sm:col-span-2">
            <KeywordSuggestions keyword={keyword} coverage={coverage} related={related} />
          </div>
        </div>
        <p className="text-sm text-pretty wrap-anywhere text-ink-soft tabular-nums max-sm:col-span-2">
          <strong className="font-medium text-ink">{verdictMessage(results)}</strong>{' '}
          {offTopicMessage(results)} {communitiesMessage(results)}{' '}
          <span suppressHydrationWarning>{freshnessMessage(results, new Date())}</span>{' '}
          {searchedMessage(coverage)} {rescoreMessage(scorerVersion)}
        </p>
      </div>
      <div className="flex-col gap-1.5 max-sm:contents sm:flex sm:items-end">
        <div className="flex gap-2 max-sm:col-start-2 max-sm:row-start-1">
          <Link
            to={`/watches?${new URLSearchParams({ q: keyword })}`}
            className={clsx(buttonLink(), 'max-sm:px-2.5')}
          >
            <BellPlus className="size-4" />
            <span className="max-sm:sr-only">Watch this</span>
          </Link>
          <Button className="max-sm:px-2.5" onClick={copyLink}>
            <Link2 className="size-4" />
            <span className="max-sm:sr-only">Copy link</span>
          </Button>
          <Button className="max-sm:px-2.5" aria-disabled={csv.isPending} onClick={() => csv.mutate()}>
            <Download className="size-4" />
            <span className="max-sm:sr-only">Download CSV</span>
          </Button>
        </div>
        <p className="text-sm font-medium tabular-nums empty:hidden max-sm:col-span-2">{left}</p>
      </div>
    </div>
  )
}
