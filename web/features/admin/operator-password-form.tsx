import type { UseMutationResult } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { givenPassword } from '#contract/accounts.ts'
import { ApiError } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

type OperatorPasswordFormProps = {
  /** What is done with the password. */
  action: UseMutationResult<void, Error, string>
  submit: string
  danger: boolean
  onClose: () => void
}

const passwordForm = z.object({ password: givenPassword })

/** Asks once more who is asking. */
export function OperatorPasswordForm({ action, submit, danger, onClose }: OperatorPasswordFormProps) {
  const onError = (error: Error) => {
    const description = failureMessage(error, 'That did not work. Please try again.')
    showToast({ title: 'Not changed', description, tone: 'destructive' })
    if (error instanceof ApiError && error.code === 'wrong_password') showErrors({ password: description })
  }
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: passwordForm,
    pending: action.isPending,
    onValid: ({ password }) => action.mutate(password, { onError }),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <DialogActions
        onCancel={onClose}
        variant={danger ? 'danger' : 'primary'}
        pending={action.isPending}
        pendingLabel="One moment..."
      >
        {submit}
      </DialogActions>
    </form>
  )
}
