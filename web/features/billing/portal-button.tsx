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

/** The billing status stored by this site; refetched on every visit, because plans also change elsewhere. */
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

// If storage is blocked, the page cannot announce a change that was made in the portal.
const planBefore = storedText('unmet.plan-before-portal', 'sessionStorage')

/** The plan before the visit to the provider's portal, read once; null if nothing was stored. */
export function takePlan(): SubscriptionTier | null {
  const saved = subscriptionTier.safeParse(planBefore.read())
  planBefore.keep(null)
  return saved.data ?? null
}

type ProviderPage = { ask: () => Promise<string>; onError: (error: Error) => void }

/** Requests the URL of a page of the payment provider and navigates there. A double click sends one request. */
export function useProviderPage({ ask, onError }: ProviderPage) {
  // Two clicks may come before the button renders again.
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
    // "Back" may restore this page from the bfcache in its pending state.
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
