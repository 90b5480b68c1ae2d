import * as z from 'zod/mini'
import { givenPassword } from '#contract/accounts.ts'
import { useSentForm } from '#web/features/accounts/use-sent-form.ts'
import { DialogActions } from '#web/ui/modal-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

type OperatorPasswordFormProps = {
  /** What is done with the password. */
  act: (password: string) => Promise<void>
  submit: string
  danger: boolean
  onClose: () => void
}

const passwordForm = z.object({ password: givenPassword })

/** Asks once more who is asking. */
export function OperatorPasswordForm({ act, submit, danger, onClose }: OperatorPasswordFormProps) {
  const { errors, formProps, pending } = useSentForm({
    schema: passwordForm,
    send: ({ password }) => act(password),
    failed: { title: 'Not changed', words: 'That did not work. Please try again.' },
    fieldOfError: { wrong_password: 'password' },
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
        pending={pending}
        pendingLabel="One moment..."
      >
        {submit}
      </DialogActions>
    </form>
  )
}
