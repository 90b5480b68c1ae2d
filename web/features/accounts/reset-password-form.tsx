import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { newPassword, resetPasswordEndpoint } from '#contract/accounts.ts'
import { adminResetPasswordEndpoint, currentAdminEndpoint } from '#contract/admin.ts'
import { callEndpoint } from '#web/api-client.ts'
import { currentUserKey } from '#web/current-user-cache.ts'
import { ActionForm } from './action-form.tsx'
import { NewPasswordFields, passwordsMatch } from './credential-fields.tsx'

const resetForm = z
  .object({ password: newPassword, confirmPassword: newPassword })
  .check(passwordsMatch('password'))

/** For users and for the operator. */
export const resetVariants = {
  user: {
    endpoint: resetPasswordEndpoint,
    identityKey: currentUserKey,
    signInPath: '/auth',
    forgotPath: '/auth/login?forgot=1',
    back: 'Back to Sign In',
    done: 'Password Reset Successful',
  },
  admin: {
    endpoint: adminResetPasswordEndpoint,
    identityKey: [currentAdminEndpoint.path],
    signInPath: '/admin/login',
    forgotPath: '/admin/login?forgot=1',
    back: 'Back to Admin Login',
    done: 'Admin Password Reset Successful',
  },
} as const

type ResetPasswordFormProps = {
  token: string
  variant: keyof typeof resetVariants
  onInvalidLink: () => void
}

export function ResetPasswordForm({ token, variant, onInvalidLink }: ResetPasswordFormProps) {
  const { endpoint, identityKey, signInPath, done } = resetVariants[variant]
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <ActionForm
      schema={resetForm}
      run={({ password }) => callEndpoint(endpoint, { body: { token, password } })}
      onDone={async () => {
        // A reset ends all sessions of the account, including this browser's.
        await queryClient.invalidateQueries({ queryKey: identityKey })
        await navigate(signInPath)
      }}
      toast={{ title: done, description: 'Sign in with your new password.' }}
      failed={{
        title: 'Reset Failed',
        words: 'Failed to reset password. The reset link may be invalid or expired.',
      }}
      fieldOfError={{ password_too_common: 'password' }}
      onFailed={(code) => {
        if (code === 'invalid_link') onInvalidLink()
      }}
      submit="Reset Password"
      pendingLabel="Resetting..."
    >
      <NewPasswordFields />
    </ActionForm>
  )
}
