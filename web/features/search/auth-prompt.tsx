import { Check } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { useSignInProviders, waysToSignIn } from '#web/features/accounts/sign-in-providers.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { authAddress } from '#web/next-path.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'

const unlimitedGain = 'Unlimited searches, starting now'
const historyGain = `Search history: your newest ${limits.historyItems} searches`

function listGains(ofNetwork: boolean): string[] {
  const isUnlimited = readSiteFacts().searchLimit === 'off'
  const searches = `${limits.freeSearchesPerMonth} searches a month`
  const limited = ofNetwork
    ? `${searches}, once your email address is confirmed`
    : `${searches}, starting now`
  return [
    isUnlimited ? unlimitedGain : limited,
    'CSV download of all results',
    ofNetwork ? historyGain : `${historyGain}, including the ones you just made`,
  ]
}

const perDay = limits.visitorSearchesPerDay

function describeLimit(ofNetwork: boolean): string {
  const used = ofNetwork ? "Your network's free searches" : `Your ${perDay} free searches`
  return `${used} for today are used up. Without an account you get ${perDay} more tomorrow. A free account gives you:`
}

type AuthPromptProps = {
  /** As for `LimitReached`. */
  ofNetwork: boolean
  open: boolean
  onClose: () => void
  /** The element to focus when it closes; null: the previous one. */
  findReturn: () => HTMLElement | null
}

/** Offers an account to a visitor without free searches; promises no more than a free account includes. */
export function AuthPrompt({ ofNetwork, open, onClose, findReturn }: AuthPromptProps) {
  const { pathname, search } = useLocation()
  const { data } = useSignInProviders()
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      findReturn={findReturn}
      title="Keep searching with a free account"
      description={describeLimit(ofNetwork)}
    >
      <ul className="flex flex-col gap-3">
        {listGains(ofNetwork).map((gain) => (
          <li key={gain} className="flex gap-3 leading-6">
            <Check className="mt-0.5 size-5 shrink-0 text-on-accent-soft" />
            <span>{gain}</span>
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-col gap-2.5">
        <Link
          to={authAddress(`${pathname}${search}`, '/auth')}
          className={buttonLink({ variant: 'primary', size: 'medium' })}
        >
          Continue with Free Account
        </Link>
        <p className="text-center text-sm text-ink-soft">
          Sign in with {waysToSignIn(data?.providers ?? [])}.
        </p>
        <Button variant="quiet" size="medium" onClick={onClose}>
          Maybe Later
        </Button>
      </div>
    </ModalDialog>
  )
}
