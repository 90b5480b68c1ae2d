import ExternalLink from 'lucide-react/icons/external-link'
import { customerPortalEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { billingFailureMessage } from './billing-failure-messages.ts'
import { savePlan } from './plan-before-portal.ts'
import { useProviderPage } from './use-provider-page.ts'

/** Leads to the payment provider's page where the plan, the card and the invoices are managed. */
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
