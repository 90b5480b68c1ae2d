import { type RefObject, useRef, useState } from 'react'
import {
  changeScanKeywordsEndpoint,
  type ScanKeywords as Held,
  type ScanKeyword,
  scanKeywordsEndpoint,
} from '#contract/admin-scan.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { AddScanKeywords } from './add-scan-keywords.tsx'
import { callAdmin, operatorKey, useAdminAction, useAdminQuery } from './admin-call.ts'
import { AdminSection, QueryContent } from './admin-section.tsx'
import { formatCounted } from './format-figure.ts'

type KeywordWish = { ids: readonly string[]; change: 'on' | 'off' | 'remove' }

const changeKeywords = (wish: KeywordWish) => callAdmin(changeScanKeywordsEndpoint, wish)
const notChanged = {
  title: 'Keywords not changed',
  words: 'The keywords could not be changed. Please try again.',
}

export function ScanKeywords() {
  const held = useAdminQuery(scanKeywordsEndpoint)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <AdminSection
      title="Scan keywords"
      headingRef={heading}
      lead="Searchable sources are queried for each keyword every day. Import an export of GummySearch, F5Bot or Syften, or enter one keyword per line."
    >
      <QueryContent query={held} what="The keywords" skeleton="h-48">
        {/* The clicked button may disappear with its keyword: the focus moves to the heading. */}
        {(read) => <Lists {...read} heading={heading} />}
      </QueryContent>
    </AdminSection>
  )
}

function Lists({ keywords, most, heading }: Held & { heading: RefObject<HTMLElement | null> }) {
  const change = useAdminAction({ run: changeKeywords, failed: notChanged, awaitsRefetch: true })
  // The list to remove; kept while the dialog closes, because the dialog shows its name.
  const [leaving, setLeaving] = useState<WholeList | null>(null)
  const [asks, setAsks] = useState(false)
  const askToRemove = (list: WholeList) => {
    setLeaving(list)
    setAsks(true)
  }
  const wish = (wanted: KeywordWish) => {
    const onSuccess = () => (wanted.change === 'remove' ? heading.current?.focus() : undefined)
    if (!change.isPending) change.mutate(wanted, { onSuccess })
  }
  const lists = [...Map.groupBy(keywords, ({ list }) => list)]
  return (
    <Card className="flex flex-col gap-6 p-5 sm:p-6">
      {lists.map(([list, held]) => (
        <KeywordList
          key={list}
          name={list ?? 'SCAN_KEYWORDS'}
          keywords={held}
          busy={change.isPending}
          onWish={wish}
          onRemoveAll={askToRemove}
        />
      ))}
      <p className="text-sm text-ink-soft tabular-nums">
        {formatCounted(keywords.length, 'keyword', 'keywords')} of at most {most}.
      </p>
      <AddScanKeywords />
      {leaving === null ? null : (
        <ConfirmDialog
          open={asks}
          onClose={() => setAsks(false)}
          // The clicked button may disappear together with its list.
          findReturn={(done) =>
            !done && keywords.some(({ id }) => leaving.ids.includes(id)) ? null : heading.current
          }
          title={`Remove all of ${leaving.name}?`}
          description={
            <p>
              {formatCounted(leaving.ids.length, 'keyword', 'keywords')} of this list will no longer be
              searched for. Posts that were already found stay. To keep the keywords for later, turn them off
              instead.
            </p>
          }
          run={() => changeKeywords({ ids: leaving.ids, change: 'remove' })}
          invalidates={[operatorKey]}
          awaitsRefetch
          failed={notChanged}
          submit="Remove all"
          pendingLabel="Removing..."
        />
      )}
    </Card>
  )
}

type WholeList = { name: string; ids: readonly string[] }

type KeywordListProps = {
  name: string
  keywords: readonly ScanKeyword[]
  busy: boolean
  onWish: (wish: KeywordWish) => void
  onRemoveAll: (list: WholeList) => void
}

function KeywordList({ name, keywords, busy, onWish, onRemoveAll }: KeywordListProps) {
  const ids = keywords.map(({ id }) => id)
  const anyOn = keywords.some(({ enabled }) => enabled)
  return (
    <div>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto min-w-0 text-sm font-semibold wrap-anywhere">
          {name} <span className="font-normal text-ink-soft">{keywords.length}</span>
        </h3>
        <Button aria-disabled={busy} onClick={() => onWish({ ids, change: anyOn ? 'off' : 'on' })}>
          {anyOn ? 'All off' : 'All on'}
          <span className="sr-only"> of {name}</span>
        </Button>
        <Button variant="danger" aria-disabled={busy} onClick={() => onRemoveAll({ name, ids })}>
          Remove all<span className="sr-only"> of {name}</span>
        </Button>
      </div>
      <ul
        aria-label={`Keywords of ${name}`}
        className="mt-2 flex max-h-80 flex-col divide-y divide-line overflow-y-auto"
      >
        {keywords.map((keyword) => (
          <KeywordRow key={keyword.id} keyword={keyword} busy={busy} onWish={onWish} />
        ))}
      </ul>
    </div>
  )
}

type KeywordRowProps = { keyword: ScanKeyword } & Pick<KeywordListProps, 'busy' | 'onWish'>

function KeywordRow({ keyword: { id, keyword, enabled }, busy, onWish }: KeywordRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-2 py-1.5">
      <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere">
        <bdi>{keyword}</bdi> {enabled ? null : <Badge variant="outline">Off</Badge>}
      </span>
      <div className="-mr-3 ml-auto flex">
        <Button
          variant="quiet"
          aria-disabled={busy}
          aria-label={`Turn ${enabled ? 'off' : 'on'} ${keyword}`}
          onClick={() => onWish({ ids: [id], change: enabled ? 'off' : 'on' })}
        >
          {enabled ? 'Turn off' : 'Turn on'}
        </Button>
        <Button
          variant="quiet"
          aria-disabled={busy}
          aria-label={`Remove ${keyword}`}
          onClick={() => onWish({ ids: [id], change: 'remove' })}
        >
          Remove
        </Button>
      </div>
    </li>
  )
}
