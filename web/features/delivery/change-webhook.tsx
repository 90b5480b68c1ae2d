import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { findTemplateFault } from '#contract/webhook-template.ts'
import type { Webhook } from '#contract/webhooks.ts'
import { ApiError } from '#web/api-client.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useChangeWebhook } from './use-webhooks.ts'
import { WebhookTemplate } from './webhook-template-field.tsx'

/** Changes the address or template of a webhook. Its secret and its log stay. */
export function ChangeWebhook({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const [url, setUrl] = useState(webhook.url)
  const [template, setTemplate] = useState(webhook.template)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const change = useChangeWebhook(webhook.id, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || (template !== null && findTemplateFault(template) !== null)) return
    change.mutate(
      {
        ...(url.trim() === webhook.url ? {} : { url: url.trim() }),
        ...(template === null || template === webhook.template ? {} : { template }),
      },
      { onError: (error) => setProblem(error instanceof ApiError ? error.userMessage : undefined) },
    )
  }
  return (
    <form
      aria-label="Change the webhook"
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        verbatim
        maxLength={limits.webhookUrlCharacters}
        value={url}
        error={problem}
        onChange={(event) => {
          setUrl(event.target.value)
          setProblem(undefined)
        }}
      />
      {template === null ? null : <WebhookTemplate value={template} onChange={setTemplate} />}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" pending={change.isPending} pendingLabel="Saving...">
          Save changes
        </SubmitButton>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
