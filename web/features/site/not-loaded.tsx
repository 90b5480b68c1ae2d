import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

type ReloadOfferProps = { title: string; children: ReactNode }

/** The page is only reloaded when somebody presses the button, so that it cannot reload again and again. */
export function ReloadOffer({ title, children }: ReloadOfferProps) {
  return (
    <div className="py-12" role="alert">
      <StatePanel
        tone="danger"
        icon={<RefreshCw />}
        title={title}
        actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
      >
        {children}
      </StatePanel>
    </div>
  )
}

/** In place of a part whose code is no longer at the server. */
export function OutdatedTab() {
  return (
    <ReloadOffer title="Unmet was updated">
      This tab was open during the update. Reload it to continue. That does not count as a search.
    </ReloadOffer>
  )
}

/** In place of a part whose code cannot be loaded, because the server does not answer. */
export function NotLoaded() {
  return (
    <ReloadOffer title="This part could not be loaded">
      Check your connection, then reload the page. That does not count as a search.
    </ReloadOffer>
  )
}
