import type { ComponentProps } from 'react'
import type * as z from 'zod/mini'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { ActionForm, type ActionFormProps } from './action-form.tsx'

type FormDialogProps<S extends z.ZodMiniType, R> = Omit<ActionFormProps<S, R>, 'leave'> &
  Omit<ComponentProps<typeof ModalDialog>, 'onClose' | 'children'> & {
    onClose: () => void
    cancelLabel?: string
  }

/** A dialog that is one form; it is reset whenever it opens. */
export function FormDialog<S extends z.ZodMiniType, R>(props: FormDialogProps<S, R>) {
  const { open, onClose, title, description, findReturn, cancelLabel, ...form } = props
  return (
    <ModalDialog {...{ open, onClose, title, description, findReturn }}>
      <ActionForm {...form} leave={{ onCancel: onClose, cancelLabel }} />
    </ModalDialog>
  )
}
