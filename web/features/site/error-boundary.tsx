import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: ReactNode }

/** Shows `fallback` in place of a part that fails to render. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
