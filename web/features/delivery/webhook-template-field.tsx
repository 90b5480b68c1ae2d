import { limits } from '#contract/limits.ts'
import { findTemplateFault, templateFields } from '#contract/webhook-template.ts'
import { TextArea } from '#web/ui/text-field.tsx'

export const firstTemplate = `{
  "title": "{{title}}",
  "message": "{{reason}}",
  "click": "{{url}}",
  "score": "{{score}}"
}`

/** The JSON of a template, checked while it is typed. */
export function WebhookTemplate({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const fault = findTemplateFault(value) ?? undefined
  return (
    <div className="flex flex-col gap-2">
      <TextArea
        label="Template"
        className="min-h-36 font-mono text-sm"
        spellCheck={false}
        maxLength={limits.webhookTemplateCharacters}
        value={value}
        error={fault}
        onChange={onChange}
      />
      {fault === undefined ? (
        <p className="text-sm text-pretty text-ink-soft">
          A string that consists of one placeholder becomes the value of the field, so {'"{{score}}"'} is sent
          as a number. There are {templateFields.map((name) => `{{${name}}}`).join(', ')}.
        </p>
      ) : null}
    </div>
  )
}
