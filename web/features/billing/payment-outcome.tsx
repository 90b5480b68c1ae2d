import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, CircleAlert, Hourglass, Unlink, WifiOff } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { finalizePaymentEndpoint } from '#contract/billing.ts'
import { ApiError, callEndpoint, UnreachableError } from '#web/api-client.ts'
import { refreshPlan } from '#web/current-user-cache.ts'
import { serverMessage } from '#web/failure-messages.ts'
import { ButtonLink, MainLink } from '#web/features/site/button-link.tsx'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { ProOffer } from './pro-offer.tsx'

type OutcomeProps = Pick<ComponentProps<typeof StatePanel>, 'icon' | 'title' | 'tone' | 'children'> & {
  first: ReactNode
  second: ReactNode
}

/** The outcome of a payment, with two links. */
function Outcome({ first, second, ...panel }: OutcomeProps) {
  const heading = useArrivalFocus(panel.title)
  const actions = (
    <>
      {first}
      {second}
    </>
  )
  return <StatePanel {...panel} headingRef={heading} actions={actions} />
}

export function Paid({ message, test }: { message: string; test: boolean }) {
  return (
    <Outcome
      icon={<BadgeCheck />}
      title="Welcome to Pro!"
      first={<MainLink to="/">Start searching</MainLink>}
      second={<ButtonLink to="/profile">See your plan</ButtonLink>}
    >
      <p>{message}</p>
      {test ? <p className="mt-1 text-sm">This was a test: no real money was charged.</p> : null}
    </Outcome>
  )
}

type RetryProps = { onRetry: () => void }

export function StillProcessing({ message, onRetry }: RetryProps & { message: string }) {
  return (
    <Outcome
      icon={<Hourglass />}
      title="Payment Processing"
      first={
        <Button variant="primary" size="medium" onClick={onRetry}>
          Check again
        </Button>
      }
      second={<ButtonLink to="/">Back to the search</ButtonLink>}
    >
      <p>{message}</p>
    </Outcome>
  )
}

/** The payment could not be verified: no connection, an error of the provider, or not the user's payment. */
export function NotVerified({ error, onRetry }: RetryProps & { error: Error }) {
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'invalid_input') return <InvalidPayment />
  const offline = error instanceof UnreachableError && !navigator.onLine
  return (
    <Outcome
      tone={offline ? 'plain' : 'danger'}
      icon={offline ? <WifiOff /> : <CircleAlert />}
      title={offline ? 'You are offline' : 'Verification Error'}
      first={<RetryButton variant="primary" size="medium" error={error} onRetry={onRetry} />}
      second={<ButtonLink to="/profile">See your plan</ButtonLink>}
    >
      <p>
        {offline ? 'Your payment is verified once you are connected.' : serverMessage(error, verifyingWords)}
      </p>
      {code === 'not_found' ? null : (
        <p>A payment that went through is not lost: Pro starts as soon as it is confirmed.</p>
      )}
    </Outcome>
  )
}

export function InvalidPayment() {
  return (
    <StatePanel
      tone="danger"
      icon={<Unlink />}
      title="Invalid session. Please try upgrading again."
      actions={
        <ProOffer>
          <MainLink to="/subscribe">Upgrade to Pro</MainLink>
        </ProOffer>
      }
    >
      <p>The URL of this page does not name a payment.</p>
    </StatePanel>
  )
}

const verifyingWords = "We're verifying your payment. Please check back in a moment."

/** Finalizes a payment. This is a query, so that the request is sent once even if the page renders again. */
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
    queryFn: () =>
      finalize().catch((error: unknown) => {
        const description = serverMessage(error, verifyingWords)
        showToast({ title: 'Verification Error', description, tone: 'destructive' })
        throw error
      }),
  })
}
