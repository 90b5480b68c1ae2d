import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Component, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

type Props = { children: ReactNode }
type State = { failed: boolean }

/** A page that cannot be drawn says so, under a header that still works. */
export class PageErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="py-12">
        <StatePanel
          tone="danger"
          icon={<TriangleAlert />}
          title="This page could not be shown"
          actions={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
        >
          Something in it broke. Reloading usually helps, and costs no search.
        </StatePanel>
      </div>
    )
  }
}
