import { useMutation } from '@tanstack/react-query'
import ExternalLink from 'lucide-react/icons/external-link'
import { useEffect, useRef } from 'react'
import { type SubscriptionTier, subscriptionTier } from '#contract/accounts.ts'
import { billingStateEndpoint, customerPortalEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { billingKey } from '#web/current-user-cache.ts'
import { storedText } from '#web/device-storage.ts'
import { serverMessage } from '#web/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** What the signed-in person pays, as it is stored here; fetched again on every visit, because plans change elsewhere. */
export const useBillingState = () =>
  useEndpoint(billingStateEndpoint, { queryKey: billingKey, refetchOnMount: 'always' })

export function PortalButton({ urgent = false }: { urgent?: boolean }) {
  const { user } = useCurrentUser()
  const portal = useProviderPage({
    ask: async () => {
      const { url } = await callEndpoint(customerPortalEndpoint)
      if (user !== null) planBefore.keep(user.subscriptionTier)
      return url
    },
    onError: (error) =>
      showToast({
        title: 'Portal Access Failed',
        description: serverMessage(error, 'Unable to access billing portal. Please try again.'),
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
      <ExternalLink className="size-4" />
      {portal.leaving ? 'Opening billing...' : 'Manage billing'}
    </Button>
  )
}

// Where storage is blocked, a change that came before the person is back is not announced.
const planBefore = storedText('unmet.plan-before-portal', 'sessionStorage')

/** The plan that a person had on the way to the provider's portal, once; null where nothing was stored. */
export function takePlan(): SubscriptionTier | null {
  const saved = subscriptionTier.safeParse(planBefore.read())
  planBefore.keep(null)
  return saved.data ?? null
}

type ProviderPage = { ask: () => Promise<string>; onError: (error: Error) => void }

/** Asks for the address of a page of the payment provider and goes there. Pressing twice asks once. */
export function useProviderPage({ ask, onError }: ProviderPage) {
  // Two clicks come faster than a button is rendered again.
  const leaving = useRef(false)
  const visit = useMutation({
    mutationFn: async () => window.location.assign(await ask()),
    onError: (error) => {
      leaving.current = false
      onError(error)
    },
  })
  const { reset } = visit
  useEffect(() => {
    // "Back" may bring this page out of the browser's memory as it was left: waiting.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      leaving.current = false
      reset()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  const go = () => {
    if (leaving.current) return
    leaving.current = true
    visit.mutate()
  }
  return { go, leaving: visit.isPending || visit.isSuccess, error: visit.error }
}
