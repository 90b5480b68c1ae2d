import { useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { exportOpmlEndpoint, type importOpmlEndpoint, sourceLimits } from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { useAction } from '#web/use-action.ts'
import { fetchAdminDownload } from './admin-call.ts'
import { formatCount, formatCounted } from './format-figure.ts'
import { useImportOpml } from './use-sources.ts'

type Imported = z.output<typeof importOpmlEndpoint.output>

function Outcome({ imported }: { imported: Imported }) {
  const { added, known, refused, refusedCount } = imported
  return (
    <div role="status" className="mt-3 text-sm leading-6 wrap-anywhere text-ink-soft">
      <p>
        {formatCounted(added, 'feed', 'feeds')} added, {formatCount(known)} here already
        {refusedCount === 0 ? '.' : `, ${formatCount(refusedCount)} not taken:`}
      </p>
      <ul className="list-disc pl-5">
        {refused.map(({ address, reason }) => (
          <li key={address}>
            {address} {reason}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function FeedLists() {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const bring = useImportOpml()
  const save = useAction({
    run: async () => saveFile(await fetchAdminDownload(exportOpmlEndpoint), 'unmet-feeds.opml'),
    failed: { title: 'Download failed', words: 'The list of feeds could not be saved. Please try again.' },
  })
  const [tooLong, setTooLong] = useState(false)
  const take = (chosen: File) => {
    const isTooLong = chosen.size > sourceLimits.opmlCharacters
    setTooLong(isTooLong)
    bring.reset()
    if (!isTooLong) bring.mutate(chosen)
  }
  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-ink-soft">
          Feeds come and go as a list (OPML) of any feed reader.
        </p>
        <label htmlFor={id} className="sr-only">
          List of feeds (OPML file)
        </label>
        <input
          ref={file}
          id={id}
          type="file"
          accept=".opml,.xml,text/x-opml,application/xml,text/xml"
          hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen !== undefined) take(chosen)
            target.value = ''
          }}
        />
        <Button aria-disabled={bring.isPending} onClick={() => file.current?.click()}>
          {bring.isPending ? 'Adding feeds...' : 'Add feeds of a list'}
        </Button>
        <Button aria-disabled={save.isPending} onClick={() => save.mutate()}>
          Save as a list
        </Button>
      </div>
      {bring.isError || tooLong ? (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {tooLong
            ? `This file is larger than ${formatCount(sourceLimits.opmlCharacters / 1000)} kB. Split it into several.`
            : failureMessage(bring.error, 'The list could not be read. Please try again.')}
        </p>
      ) : null}
      {bring.data ? <Outcome imported={bring.data} /> : null}
    </div>
  )
}
