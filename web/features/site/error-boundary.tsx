import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = { children: ReactNode; fallback: ReactNode }

/**
 * Shows `fallback` in place of a part that fails. A part also fails if its code cannot be loaded, such as in a
 * tab that was open during an upgrade.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
