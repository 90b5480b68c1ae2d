import Unlink from 'lucide-react/icons/unlink'
import { Link } from 'react-router'
import { buttonLink } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ProOffer } from './pro-offer.tsx'

/** The address names no payment. */
export function InvalidPayment() {
  return (
    <StatePanel
      tone="danger"
      icon={<Unlink />}
      title="Invalid session. Please try upgrading again."
      actions={
        <ProOffer>
          <Link to="/subscribe" className={buttonLink({ variant: 'primary', size: 'medium' })}>
            Upgrade to Pro
          </Link>
        </ProOffer>
      }
    >
      <p>The address of this page does not say which payment it is about.</p>
    </StatePanel>
  )
}
