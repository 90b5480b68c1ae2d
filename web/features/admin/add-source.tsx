import { useId, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import {
  type AdminSources,
  exportOpmlEndpoint,
  importOpmlEndpoint,
  sourceLimits,
  trySourceEndpoint,
} from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/action-form.tsx'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { FormAlert } from '#web/ui/form-alert.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'
import { callAdmin, fetchAdminDownload, useAdminAction } from './admin-call.ts'
import { AdminSection } from './admin-section.tsx'
import { formatCount, formatCounted } from './format-figure.ts'
import { TriedSource } from './tried-source.tsx'

type Suggestions = AdminSources['suggestions']
type SuggestedProps = { suggestions: Suggestions; onChoose: (address: string) => void }

function Suggested({ suggestions, onChoose }: SuggestedProps) {
  if (suggestions.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="text-sm font-semibold">Sources that need no key</h3>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3">
        {suggestions.map(({ title, address, why }) => (
          <li key={address} className="flex flex-col rounded-control border border-line p-4">
            <p className="font-medium">{title}</p>
            <p className="mt-1 mb-3 text-sm leading-6 text-pretty text-ink-soft">{why}</p>
            <Button
              className="mt-auto self-start"
              aria-label={`Preview: ${title}`}
              onClick={() => onChoose(address)}
            >
              Preview
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function AddSource({ suggestions }: { suggestions: Suggestions }) {
  const [url, setUrl] = useState('')
  const look = useAction({ run: (address: string) => callAdmin(trySourceEndpoint, { url: address }) })
  const lookAt = (address: string) => {
    setUrl(address)
    look.mutate(address)
  }
  const { errors, formProps, reset } = useCheckedForm({
    schema: trySourceEndpoint.body,
    pending: look.isPending,
    onValid: (values) => lookAt(values.url),
  })
  const close = () => {
    look.reset()
    reset()
  }
  return (
    <AdminSection
      title="Add a source"
      lead="A feed (RSS, Atom, JSON Feed), a Discourse forum or a category of it, an instance of Lemmy or PieFed, a site of Stack Exchange, a repository of GitHub, or Hacker News. Nothing is stored until you add it."
    >
      <Card className="p-5 sm:p-6">
        <form
          {...formProps}
          aria-label="Add a source"
          className="flex flex-col gap-3 sm:flex-row sm:items-start"
        >
          <div className="min-w-0 flex-1">
            <TextField
              label="Address"
              name="url"
              placeholder="https://forum.example.com"
              inputMode="url"
              verbatim
              error={errors.url}
            />
          </div>
          <SubmitButton pending={look.isPending} pendingLabel="Loading..." className="sm:mt-6.5">
            Preview
          </SubmitButton>
        </form>
        <p role="status" className="mt-4 text-sm text-ink-soft wrap-anywhere empty:hidden">
          {look.isPending ? `Loading ${url} ...` : null}
        </p>
        <FormAlert className="mt-4">
          {look.error && failureMessage(look.error, 'The preview could not be loaded. Please try again.')}
        </FormAlert>
        {look.data ? (
          <TriedSource key={url} tried={look.data} url={url} onClose={close} />
        ) : (
          <>
            <Suggested suggestions={suggestions} onChoose={lookAt} />
            <FeedLists />
          </>
        )}
      </Card>
    </AdminSection>
  )
}

type Imported = z.output<typeof importOpmlEndpoint.output>

function Outcome({ imported }: { imported: Imported }) {
  const { added, known, refused, refusedCount } = imported
  return (
    <div role="status" className="mt-3 text-sm leading-6 wrap-anywhere text-ink-soft">
      <p>
        {formatCounted(added, 'feed', 'feeds')} added, {formatCount(known)} already listed
        {refusedCount === 0 ? '.' : `, ${formatCount(refusedCount)} refused:`}
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

const tooLong = `This file is larger than ${formatCount(sourceLimits.opmlCharacters / 1000)} kB. Split it into several.`

function FeedLists() {
  const id = useId()
  const file = useRef<HTMLInputElement>(null)
  const bring = useAdminAction({
    run: async (chosen: File) => {
      if (chosen.size > sourceLimits.opmlCharacters) throw new RangeError(tooLong)
      return callAdmin(importOpmlEndpoint, { opml: await chosen.text() })
    },
  })
  const save = useAction({
    run: async () => saveFile(await fetchAdminDownload(exportOpmlEndpoint), 'unmet-feeds.opml'),
    failed: {
      title: 'Download failed',
      words: 'The list of feeds could not be downloaded. Please try again.',
    },
  })
  return (
    <div className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap items-center gap-3">
        <p className="mr-auto text-sm text-ink-soft">
          Import feeds from an OPML file, or export them to one. Feed readers use the same format.
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
            if (chosen !== undefined) bring.mutate(chosen)
            target.value = ''
          }}
        />
        <Button aria-disabled={bring.isPending} onClick={() => file.current?.click()}>
          {bring.isPending ? 'Adding feeds...' : 'Import feeds'}
        </Button>
        <Button aria-disabled={save.isPending} onClick={() => save.mutate()}>
          Export feeds
        </Button>
      </div>
      {bring.isError ? (
        <p role="alert" className="mt-3 text-sm font-medium text-danger">
          {bring.error instanceof RangeError
            ? tooLong
            : failureMessage(bring.error, 'The list could not be read. Please try again.')}
        </p>
      ) : null}
      {bring.data ? <Outcome imported={bring.data} /> : null}
    </div>
  )
}
