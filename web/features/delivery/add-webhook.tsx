import { type FormEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { findTemplateFault } from '#contract/webhook-template.ts'
import type { WebhookFormat } from '#contract/webhooks.ts'
import { ApiError } from '#web/api-client.ts'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { type ShownSecret, useAddWebhook } from './use-webhooks.ts'
import { firstTemplate, WebhookTemplate } from './webhook-template-field.tsx'

export const formatNames: Readonly<Record<WebhookFormat, string>> = {
  standard: 'Standard Webhooks',
  slack: 'Slack',
  discord: 'Discord',
  template: 'Template',
}

const formatHints: Readonly<Record<WebhookFormat, string>> = {
  standard: 'JSON with the post and the watch, signed according to Standard Webhooks 1.0.0.',
  slack: 'For the incoming webhook of a Slack app.',
  discord: 'For the webhook of a Discord channel.',
  template: 'Your own JSON, for ntfy, bots and automation services.',
}

type AddWebhookProps = {
  watchId: string
  onAdded: (added: ShownSecret) => void
  onCancel: () => void
}

/** Returns the error of an address while it is typed. The server checks the rest. */
const urlFault = (url: string) =>
  /^https?:\/\/\S+$/iu.test(url.trim()) ? undefined : 'An address starts with https:// or http://'

function useNewWebhook({ watchId, onAdded }: AddWebhookProps) {
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<WebhookFormat>('standard')
  const [template, setTemplate] = useState(firstTemplate)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const add = useAddWebhook(onAdded)
  const isTemplate = format === 'template'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending) return
    const fault = urlFault(url)
    setProblem(fault)
    if (fault !== undefined || (isTemplate && findTemplateFault(template) !== null)) return
    add.mutate(
      { watchId, url: url.trim(), format, ...(isTemplate ? { template } : {}) },
      { onError: (error) => setProblem(error instanceof ApiError ? error.userMessage : undefined) },
    )
  }
  const changeUrl = (text: string) => {
    setUrl(text)
    setProblem(undefined)
  }
  return { url, changeUrl, format, setFormat, template, setTemplate, problem, submit, adding: add.isPending }
}

export function AddWebhook(props: AddWebhookProps) {
  const id = useId()
  const form = useNewWebhook(props)
  return (
    <form
      aria-labelledby={id}
      noValidate
      onSubmit={form.submit}
      className="flex flex-col gap-4 rounded-control border border-line p-4"
    >
      <h3 id={id} className="font-medium">
        New webhook
      </h3>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        placeholder="https://"
        verbatim
        autoFocus
        maxLength={limits.webhookUrlCharacters}
        value={form.url}
        error={form.problem}
        onChange={(event) => form.changeUrl(event.target.value)}
      />
      <SelectField
        label="Format"
        value={form.format}
        options={formatNames}
        hint={formatHints[form.format]}
        onChange={form.setFormat}
      />
      {form.format === 'template' ? (
        <WebhookTemplate value={form.template} onChange={form.setTemplate} />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <SubmitButton size="small" pending={form.adding} pendingLabel="Adding...">
          Add webhook
        </SubmitButton>
        <Button variant="quiet" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
