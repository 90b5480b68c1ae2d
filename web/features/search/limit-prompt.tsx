import Hourglass from 'lucide-react/icons/hourglass'
import { Link, useLocation } from 'react-router'
import { ProWords } from '#web/features/billing/pro-offer.tsx'
import { authAddress } from '#web/next-path.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

export function LimitPrompt({ onMore }: { onMore: () => void }) {
  const { pathname, search } = useLocation()
  return (
    <Callout tone="notice" icon={<Hourglass />}>
      <p className="font-medium">Free searches used up today</p>
      <p>
        Sign in to get 2 free searches per month
        <ProWords>, or upgrade to Pro for unlimited access</ProWords>.
      </p>
      <p className="text-ink-soft">
        Free searches start again at midnight UTC. Results you already have stay open at their address.
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Link to={authAddress(`${pathname}${search}`)} className={buttonLink({ variant: 'primary' })}>
          Sign In
        </Link>
        <Button onClick={onMore}>See what an account gives</Button>
      </div>
    </Callout>
  )
}
