import { MailWarning } from 'lucide-react'
import { type CurrentUser, sendVerificationEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useAction } from '#web/use-action.ts'

export function VerifyBanner({ user }: { user: CurrentUser }) {
  const send = useAction({
    run: () => callEndpoint(sendVerificationEndpoint),
    toast: { title: 'Mail Sent', description: `Open the link in the mail to ${user.email}.` },
    failed: { title: 'Request Failed', words: 'Failed to send the mail. Please try again.' },
  })
  return (
    <Callout tone="notice" icon={<MailWarning />}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium">Please confirm your email address</p>
          <p className="wrap-anywhere text-ink-soft">
            We sent a link to {user.email}. Confirm it so that password resets reach you.
          </p>
        </div>
        <Button aria-disabled={send.isPending} onClick={() => send.mutate()}>
          {send.isPending ? 'Sending...' : 'Send it again'}
        </Button>
      </div>
    </Callout>
  )
}
