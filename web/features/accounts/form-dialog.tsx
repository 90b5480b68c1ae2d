import type { ComponentProps, FormEvent } from 'react'
import type * as z from 'zod/mini'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { type Action, useAction } from '#web/use-action.ts'
import { ActionForm, type ActionFormProps, FormButtons } from './action-form.tsx'

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

type ConfirmDialogProps<R> = Pick<
  FormDialogProps<z.ZodMiniType, R>,
  | 'open'
  | 'onClose'
  | 'title'
  | 'description'
  | 'findReturn'
  | 'cancelLabel'
  | 'submit'
  | 'variant'
  | 'pendingLabel'
> &
  Omit<Action<void, R>, 'run' | 'onDone' | 'onFailed'> & {
    send: () => Promise<R>
    onSent?: (reply: R) => unknown
  }

/** A dialog that asks whether to do it, stays while it is done, so that it is done once, and closes in any case. */
export function ConfirmDialog<R>(props: ConfirmDialogProps<R>) {
  const { open, onClose, title, description, findReturn, ...asked } = props
  const { submit, variant, pendingLabel, cancelLabel, send, onSent, ...action } = asked
  const { isPending: pending, mutate } = useAction<R>({
    ...action,
    run: send,
    onDone: (reply): unknown => onSent?.(reply),
  })
  const onCancel = pending ? undefined : onClose
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!pending) mutate(undefined, { onSettled: onClose })
  }
  return (
    <ModalDialog {...{ open, title, description, findReturn }} onClose={onCancel}>
      <form onSubmit={onSubmit}>
        <FormButtons {...{ submit, variant, pendingLabel, pending }} leave={{ onCancel, cancelLabel }} />
      </form>
    </ModalDialog>
  )
}
