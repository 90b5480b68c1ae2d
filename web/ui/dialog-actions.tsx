import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type DialogActionsProps = {
  onCancel: () => void
  cancelLabel?: string | undefined
  /** What the second button does; left out, it submits the form around it. */
  onConfirm?: () => void
  variant?: 'primary' | 'danger' | undefined
  pending: boolean
  pendingLabel: string
  children: ReactNode
}

/** The end of a dialog: leave, or do it. The button stays focusable while it works. */
export function DialogActions(props: DialogActionsProps) {
  const { onCancel, cancelLabel = 'Cancel', onConfirm, variant = 'primary', pending } = props
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button size="medium" onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button
        size="medium"
        variant={variant}
        type={onConfirm === undefined ? 'submit' : 'button'}
        aria-disabled={pending}
        onClick={onConfirm}
      >
        {pending ? props.pendingLabel : props.children}
      </Button>
    </div>
  )
}
