import { Undo2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { ButtonLink, MainLink } from '#web/features/site/button-link.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'

export function CancelPage() {
  useDocumentTitle('Payment canceled · Unmet')
  const [params] = useSearchParams()
  // Without this parameter, somebody opened the URL directly.
  const canceled = params.has('canceled')
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <h1 className="sr-only">Payment canceled</h1>
      <StatePanel
        icon={<Undo2 />}
        title={canceled ? 'Payment canceled' : 'No payment was made'}
        actions={
          <>
            <MainLink to="/">Back to the search</MainLink>
            <ButtonLink to="/subscribe">{canceled ? 'Try again' : 'See the plans'}</ButtonLink>
          </>
        }
      >
        <p>
          {canceled ? 'You left the payment page, and nothing was charged there. ' : null}
          Your plan has not changed.
        </p>
      </StatePanel>
    </div>
  )
}
