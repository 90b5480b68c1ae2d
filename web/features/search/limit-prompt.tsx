import Hourglass from 'lucide-react/icons/hourglass'
import { Callout } from '#web/ui/callout.tsx'

/** Stands under the keyword box once the visitor's searches of the day are used. */
export function LimitPrompt() {
  return (
    <Callout tone="notice" icon={<Hourglass />}>
      <p className="font-medium">
        Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.
      </p>
      <p className="text-ink-soft">
        Free searches start again at midnight UTC. Results you already have stay open at their address.
      </p>
    </Callout>
  )
}
