import ExternalLink from 'lucide-react/icons/external-link'
import { type SubscriptionTier, subscriptionTier } from '#contract/accounts.ts'
import { customerPortalEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { billingFailureMessage } from './billing-failure-messages.ts'
import { useProviderPage } from './use-provider-page.ts'

export function PortalButton({ urgent = false }: { urgent?: boolean }) {
  const { user } = useCurrentUser()
  const portal = useProviderPage({
    ask: async () => {
      const { url } = await callEndpoint(customerPortalEndpoint)
      if (user !== null) savePlan(user.subscriptionTier)
      return url
    },
    onError: (error) =>
      showToast({
        title: 'Portal Access Failed',
        description: billingFailureMessage(error, 'Unable to access billing portal. Please try again.'),
        tone: 'destructive',
      }),
  })
  return (
    <Button
      variant={urgent ? 'primary' : 'secondary'}
      size="medium"
      aria-disabled={portal.leaving}
      onClick={portal.go}
    >
      <ExternalLink aria-hidden="true" className="size-4" />
      {portal.leaving ? 'Opening billing...' : 'Manage billing'}
    </Button>
  )
}

const storageKey = 'unmet.plan-before-portal'

/** Remembers, until this tab closes, which plan a person had on the way to the provider's portal. */
function savePlan(tier: SubscriptionTier): void {
  try {
    sessionStorage.setItem(storageKey, tier)
  } catch {
    // Storage is blocked: a change that came before the person is back is not announced.
  }
}

/** Returns it once; null where nothing was stored. */
export function takePlan(): SubscriptionTier | null {
  try {
    const saved = subscriptionTier.safeParse(sessionStorage.getItem(storageKey))
    sessionStorage.removeItem(storageKey)
    return saved.success ? saved.data : null
  } catch {
    return null
  }
}
