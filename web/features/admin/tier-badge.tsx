import type { SubscriptionTier } from '#contract/accounts.ts'
import { Badge } from '#web/ui/badge.tsx'

const looks = {
  admin: { variant: 'notice', words: 'Admin' },
  pro: { variant: 'default', words: 'Pro' },
  free: { variant: 'outline', words: 'Free' },
} as const

export function TierBadge({ tier }: { tier: SubscriptionTier | 'admin' }) {
  const { variant, words } = looks[tier]
  return <Badge variant={variant}>{words}</Badge>
}
