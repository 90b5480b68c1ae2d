import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
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

const noFields = z.object({})

/** A dialog that asks whether to do it, and closes in any case. */
export function ConfirmDialog<R>(props: Omit<FormDialogProps<typeof noFields, R>, 'schema' | 'onFailed'>) {
  const { onSent, onClose } = props
  const close: typeof onSent = (...sent) => {
    onSent?.(...sent)
    onClose()
  }
  return <FormDialog {...props} schema={noFields} onSent={close} onFailed={onClose} />
}
