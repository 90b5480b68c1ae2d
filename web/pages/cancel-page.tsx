import Undo2 from 'lucide-react/icons/undo-2'
import { Link, useSearchParams } from 'react-router'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

/** Where the payment page leads who leaves it without paying. */
export function CancelPage() {
  useDocumentTitle('Payment canceled · Unmet')
  const [params] = useSearchParams()
  // Without it somebody came here by the address alone.
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
            <Link to="/" className={buttonLink({ variant: 'primary', size: 'medium' })}>
              Back to the search
            </Link>
            <Link to="/subscribe" className={buttonLink({ size: 'medium' })}>
              {canceled ? 'Try again' : 'See the plans'}
            </Link>
          </>
        }
      >
        <p>
          {canceled ? 'You left the payment page, and nothing was charged there. ' : null}
          Your plan is as it was before.
        </p>
      </StatePanel>
    </div>
  )
}
