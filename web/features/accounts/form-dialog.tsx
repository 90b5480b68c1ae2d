import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { type Action, useAction } from '#web/use-action.ts'
import { ActionForm, type ActionFormProps, FormButtons, type FormButtonsProps } from './action-form.tsx'

type DialogProps = Omit<ComponentProps<typeof ModalDialog>, 'onClose' | 'children'> & {
  onClose: () => void
  cancelLabel?: string
}
type FormDialogProps<S extends z.ZodMiniType, R> = Omit<ActionFormProps<S, R>, 'leave'> & DialogProps

/** A dialog with one form; it is reset whenever it opens. */
export function FormDialog<S extends z.ZodMiniType, R>(props: FormDialogProps<S, R>) {
  const { open, onClose, title, description, findReturn, cancelLabel, ...form } = props
  return (
    <ModalDialog {...{ open, onClose, title, description, findReturn }}>
      <ActionForm {...form} leave={{ onCancel: onClose, cancelLabel }} />
    </ModalDialog>
  )
}

type ConfirmDialogProps<R> = Action<void, R> &
  Omit<FormButtonsProps, 'leave' | 'submitClass'> &
  Omit<DialogProps, 'findReturn'> & {
    /**
     * The element to focus when it closes; null: the previous one. `done`: the action succeeded, although the
     * page may still show what it removed.
     */
    findReturn?: (done: boolean) => HTMLElement | null
    /** Called if the dialog is closed while the request is still running. */
    onLetGo?: () => void
  }

/**
 * A confirmation dialog, destructive by default. The dialog stays open during the request, so that the
 * request is sent once. If the request is slow, a message appears and the dialog can be closed.
 */
export function ConfirmDialog<R>(props: ConfirmDialogProps<R>) {
  const { open, onClose, title, description, findReturn, cancelLabel, onLetGo, ...asked } = props
  const { submit, variant = 'danger', pendingLabel, ...action } = asked
  const { isPending: pending, mutate, reset } = useAction(action)
  const done = useRef(false)
  const slow = useSlow(pending)
  const onCancel = pending ? undefined : onClose
  const letGo = () => {
    reset()
    onLetGo?.()
    onClose()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    done.current = false
    const onSuccess = () => {
      done.current = true
    }
    mutate(undefined, { onSuccess, onSettled: onClose })
  }
  return (
    <ModalDialog
      {...{ open, title, description }}
      findReturn={() => findReturn?.(done.current) ?? null}
      onClose={slow ? letGo : onCancel}
    >
      <form onSubmit={onSubmit}>
        <FormButtons {...{ submit, variant, pendingLabel, pending }} leave={{ onCancel, cancelLabel }} />
        <p role="status" className="mt-4 text-sm text-pretty text-ink-soft empty:hidden">
          {slow
            ? 'The server is slow. You can close this dialog: the request continues. Check the list later for the result.'
            : null}
        </p>
      </form>
    </ModalDialog>
  )
}

const slowMs = 5000

/** True once a request has been pending for so long that the person needs a message. */
function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return undefined
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [pending])
  return slow
}
