import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { newPassword, resetPasswordEndpoint } from '#contract/accounts.ts'
import { adminResetPasswordEndpoint, currentAdminEndpoint } from '#contract/admin.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { currentUserKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { NewPasswordFields } from './credential-fields.tsx'
import { passwordsMatch } from './password-pair.ts'
import { useCheckedForm } from './use-checked-form.ts'

const resetForm = z.object({ password: newPassword, confirmPassword: newPassword }).check(passwordsMatch)

const failure = 'Failed to reset password. The reset link may be invalid or expired.'

const variants = {
  user: {
    endpoint: resetPasswordEndpoint,
    identityKey: currentUserKey,
    signInPath: '/auth',
    done: 'Password Reset Successful',
  },
  admin: {
    endpoint: adminResetPasswordEndpoint,
    identityKey: [currentAdminEndpoint.path],
    signInPath: '/admin/login',
    done: 'Admin Password Reset Successful',
  },
} as const

type ResetPasswordFormProps = {
  token: string
  /** Whose password it is: a person's or the operator's. */
  variant: keyof typeof variants
  onInvalidLink: () => void
}

/** A new password, typed twice, for the account that the mailed link stands for. */
export function ResetPasswordForm({ token, variant, onInvalidLink }: ResetPasswordFormProps) {
  const { endpoint, identityKey, signInPath, done } = variants[variant]
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const resetPassword = useMutation({
    mutationFn: (password: string) => callEndpoint(endpoint, { body: { token, password } }),
    onSuccess: async () => {
      // A reset ends the sessions of the account, this browser's too.
      await queryClient.invalidateQueries({ queryKey: identityKey })
      await navigate(signInPath)
      showToast({ title: done, description: 'Sign in with your new password.' })
    },
    onError: (error) => {
      const description = failureMessage(error, failure)
      showToast({ title: 'Reset Failed', description, tone: 'destructive' })
      if (!(error instanceof ApiError)) return
      if (error.code === 'invalid_link') onInvalidLink()
      if (error.code === 'password_too_common') showErrors({ password: description })
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: resetForm,
    pending: resetPassword.isPending,
    onValid: ({ password }) => resetPassword.mutate(password),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <NewPasswordFields errors={errors} />
      <SubmitButton pending={resetPassword.isPending} pendingLabel="Resetting...">
        Reset Password
      </SubmitButton>
    </form>
  )
}
