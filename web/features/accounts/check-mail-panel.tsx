import MailCheck from 'lucide-react/icons/mail-check'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'

type CheckMailPanelProps = { email: string; onSignIn: () => void; onForgot: () => void }

/** After a registration that signed nobody in: the mail says how to go on, and the page says no more. */
export function CheckMailPanel({ email, onSignIn, onForgot }: CheckMailPanelProps) {
  const heading = useArrivalFocus(email)
  return (
    <StatePanel
      icon={<MailCheck />}
      title="Check your mail"
      headingRef={heading}
      actions={
        <>
          <Button variant="primary" size="medium" onClick={onSignIn}>
            Back to Sign In
          </Button>
          <Button size="medium" onClick={onForgot}>
            Reset my password
          </Button>
        </>
      }
    >
      <p>
        We wrote to <strong className="font-semibold text-ink">{email}</strong>; the mail says how to go on.
        If you already have an account with this address, sign in with the password you chose then.
      </p>
    </StatePanel>
  )
}
