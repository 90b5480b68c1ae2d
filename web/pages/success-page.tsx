import { useSearchParams } from 'react-router'
import { SignInPanel } from '#web/features/accounts/sign-in-first.tsx'
import {
  InvalidPayment,
  NotVerified,
  Paid,
  StillProcessing,
  useFinalizePayment,
} from '#web/features/billing/payment-outcome.tsx'
import { StandInNote } from '#web/features/billing/pro-offer.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadingLine } from '#web/ui/spinner.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function SuccessPage() {
  useDocumentTitle('Your payment · Unmet')
  const [params] = useSearchParams()
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <h1 className="sr-only">Your payment</h1>
      <div className="mb-4 empty:hidden">
        <StandInNote />
      </div>
      <Payment sessionId={params.get('session_id')?.trim() ?? ''} />
    </div>
  )
}

function Payment({ sessionId }: { sessionId: string }) {
  const { user, loading } = useCurrentUser()
  const payment = useFinalizePayment(sessionId, user !== null)
  const retry = () => void payment.refetch()
  if (sessionId === '') return <InvalidPayment />
  if (user === null && !loading) {
    return (
      <SignInPanel
        title="Please sign in to see your payment"
        next={`/success?${new URLSearchParams({ session_id: sessionId })}`}
      >
        Use the account you upgraded. A completed payment is not lost.
      </SignInPanel>
    )
  }
  if (loading || payment.isFetching) return <Finalizing />
  if (payment.isError) return <NotVerified error={payment.error} onRetry={retry} />
  if (!payment.data) return <Finalizing />
  const { success, message } = payment.data
  if (!success) return <StillProcessing message={message} onRetry={retry} />
  return <Paid message={message} test={sessionId.startsWith('cs_test_')} />
}

function Finalizing() {
  return (
    <Card className="flex flex-col items-center gap-2 px-6 py-16 text-center">
      <LoadingLine words="Confirming your payment..." />
      <p className="text-sm text-ink-soft">This takes a few seconds at most. Please keep this page open.</p>
    </Card>
  )
}
