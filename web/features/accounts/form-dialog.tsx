import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'
import type { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { ActionForm, type ActionFormProps } from './action-form.tsx'

type FormDialogProps<S extends z.ZodMiniType, R> = Omit<ActionFormProps<S, R>, 'leave'> &
  Pick<ComponentProps<typeof ModalDialog>, 'open' | 'title' | 'description'> &
  Pick<ComponentProps<typeof DialogActions>, 'cancelLabel' | 'variant'> & { onClose: () => void }

/** A dialog that is one form; it is reset whenever it opens. */
export function FormDialog<S extends z.ZodMiniType, R>(props: FormDialogProps<S, R>) {
  const { open, onClose, title, description, cancelLabel, variant, ...form } = props
  return (
    <ModalDialog open={open} onClose={onClose} title={title} description={description}>
      <ActionForm {...form} leave={{ onCancel: onClose, cancelLabel, variant }} />
    </ModalDialog>
  )
}
