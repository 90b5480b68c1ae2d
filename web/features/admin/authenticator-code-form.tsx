import { useMutation } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { confirmSecondFactorEndpoint, type startSecondFactorEndpoint } from '#contract/admin.ts'
import { ApiError } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { callAdmin } from './admin-call.ts'
import { QrPicture } from './qr-picture.tsx'

type AuthenticatorCodeFormProps = {
  secret: z.output<typeof startSecondFactorEndpoint.output>
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Hands the secret to an authenticator app, and asks for a first code as a proof that it arrived. */
export function AuthenticatorCodeForm({ secret, onConfirmed, onClose }: AuthenticatorCodeFormProps) {
  const confirm = useMutation({
    mutationFn: (body: { code: string }) => callAdmin(confirmSecondFactorEndpoint, body),
    onSuccess: ({ recoveryCodes }) => {
      onConfirmed(recoveryCodes)
      showToast({ title: 'Two-step sign-in is on' })
    },
    onError: (error) => {
      const description = failureMessage(error, 'That did not work. Please try again.')
      showToast({ title: 'Not turned on', description, tone: 'destructive' })
      if (error instanceof ApiError && error.code === 'wrong_second_factor') showErrors({ code: description })
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: confirmSecondFactorEndpoint.body,
    pending: confirm.isPending,
    onValid: (values) => confirm.mutate(values),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-4 rounded-control bg-sunken p-5 text-sm">
        <QrPicture text={secret.otpauthUrl} label="QR code for your authenticator app" />
        <p className="text-center text-pretty">
          Scan this with the app, or{' '}
          <a href={secret.otpauthUrl} className="font-medium underline underline-offset-4">
            open it on this device
          </a>
          , or type this key:
        </p>
        <code className="text-center font-mono font-medium tracking-wide select-all">
          {secret.secret.match(/.{1,4}/gu)?.join(' ')}
        </code>
      </div>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={(field) => field?.focus()}
        error={errors.code}
        hint="The six digits that the app shows now."
      />
      <DialogActions onCancel={onClose} pending={confirm.isPending} pendingLabel="Checking...">
        Turn on
      </DialogActions>
    </form>
  )
}
