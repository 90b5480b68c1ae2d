import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { type AdminSources, trySourceEndpoint } from '#contract/admin-sources.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useValidatedForm } from '#web/features/accounts/use-validated-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useAction } from '#web/use-action.ts'
import { callAdmin } from './admin-call.ts'
import { FeedLists } from './feed-lists.tsx'
import { TriedSource } from './tried-source.tsx'

type Suggestions = AdminSources['suggestions']
type SuggestedProps = { suggestions: Suggestions; onChoose: (address: string) => void }

function Suggested({ suggestions, onChoose }: SuggestedProps) {
  if (suggestions.length === 0) return null
  return (
    <div className="mt-6">
      <h3 className="text-sm font-semibold">These work without a key</h3>
      <ul className="mt-3 grid gap-3 sm:grid-cols-3">
        {suggestions.map(({ title, address, why }) => (
          <li key={address} className="flex flex-col rounded-control border border-line p-4">
            <p className="font-medium">{title}</p>
            <p className="mt-1 mb-3 text-sm leading-6 text-pretty text-ink-soft">{why}</p>
            <Button
              className="mt-auto self-start"
              aria-label={`Look at it: ${title}`}
              onClick={() => onChoose(address)}
            >
              Look at it
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
  const { errors, formProps, reset } = useValidatedForm({
    schema: trySourceEndpoint.body,
    pending: look.isPending,
    onValid: (values) => lookAt(values.url),
  })
  const close = () => {
    look.reset()
    reset()
  }
  return (
    <section aria-labelledby="add-source">
      <h2 id="add-source" className="text-lg font-semibold tracking-tight">
        Add a source
      </h2>
      <p className="mt-1 mb-4 text-sm leading-6 text-pretty text-ink-soft">
        A feed (RSS, Atom, JSON Feed), a Discourse forum or a category of it, an instance of Lemmy or PieFed,
        a site of Stack Exchange, a repository of GitHub, or Hacker News. Nothing is kept before you add it.
      </p>
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
          <SubmitButton pending={look.isPending} pendingLabel="Looking..." className="sm:mt-6.5">
            Look at it
          </SubmitButton>
        </form>
        <LookState look={look} url={url} />
        {look.data ? (
          <TriedSource key={url} tried={look.data} url={url} onClose={close} />
        ) : (
          <>
            <Suggested suggestions={suggestions} onChoose={lookAt} />
            <FeedLists />
          </>
        )}
      </Card>
    </section>
  )
}

function LookState({ look, url }: { look: { isPending: boolean; error: Error | null }; url: string }) {
  if (look.isPending) {
    return (
      <p role="status" className="mt-4 text-sm text-ink-soft wrap-anywhere">
        Looking at {url} ...
      </p>
    )
  }
  return look.error ? (
    <Callout tone="danger" icon={<CircleAlert />} className="mt-4">
      <p role="alert" className="wrap-anywhere">
        {failureMessage(look.error, 'The address could not be looked at. Please try again.')}
      </p>
    </Callout>
  ) : null
}
