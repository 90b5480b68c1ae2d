import type { ComponentProps } from 'react'
import { DialogActions } from './dialog-actions.tsx'
import { ModalDialog } from './modal-dialog.tsx'

type ConfirmDialogProps = Omit<ComponentProps<typeof ModalDialog>, 'onClose' | 'children'> &
  Pick<ComponentProps<typeof DialogActions>, 'variant' | 'pending' | 'pendingLabel'> & {
    onClose: () => void
    confirm: string
    onConfirm: () => void
  }

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { confirm, onConfirm, variant, pending, pendingLabel, ...dialog } = props
  return (
    <ModalDialog {...dialog}>
      <DialogActions
        onCancel={dialog.onClose}
        onConfirm={onConfirm}
        variant={variant}
        pending={pending}
        pendingLabel={pendingLabel}
      >
        {confirm}
      </DialogActions>
    </ModalDialog>
  )
}
