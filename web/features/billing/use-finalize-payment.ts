import { useQuery, useQueryClient } from '@tanstack/react-query'
import { finalizePaymentEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { refreshPlan } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { billingFailureMessage } from './billing-failure-messages.ts'

export const verifyingWords = "We're verifying your payment. Please check back in a moment."

/** Makes a finished payment count. A query, because it is sent once however often the page is rendered. */
export function useFinalizePayment(sessionId: string, signedIn: boolean) {
  const queryClient = useQueryClient()
  const finalize = async () => {
    const reply = await callEndpoint(finalizePaymentEndpoint, { body: { sessionId } })
    if (reply.success) await refreshPlan(queryClient)
    showToast({
      title: reply.success ? 'Welcome to Pro! 🎉' : 'Payment Processing',
      description: reply.message,
    })
    return reply
  }
  return useQuery({
    queryKey: [finalizePaymentEndpoint.path, sessionId],
    enabled: signedIn && sessionId !== '',
    gcTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    queryFn: () =>
      finalize().catch((error: unknown) => {
        const description = billingFailureMessage(error, verifyingWords)
        showToast({ title: 'Verification Error', description, tone: 'destructive' })
        throw error
      }),
  })
}
