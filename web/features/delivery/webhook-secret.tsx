import KeyRound from 'lucide-react/icons/key-round'
import { CopiedField } from '#web/features/site/copied-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { ShownSecret } from './use-webhooks.ts'

/** Shows a secret, which is shown only once. */
export function WebhookSecret({ shown, onDone }: { shown: ShownSecret; onDone: () => void }) {
  const { oldSecretUntil } = shown.webhook
  return (
    <Callout tone="notice" icon={<KeyRound />}>
      <div className="flex flex-col gap-3">
        <p>
          Copy the secret now: it is not shown again. Your receiver checks the signatures with it.
          {oldSecretUntil === null ? null : ' For a day, requests are also signed with the old secret.'}
        </p>
        <CopiedField label="Secret" value={shown.secret} done="Secret copied" />
        <Button className="self-start" onClick={onDone}>
          I have it
        </Button>
      </div>
    </Callout>
  )
}
