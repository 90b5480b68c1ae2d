import type { FastifyInstance } from 'fastify'
import {
  deleteAccountEndpoint,
  exportAccountEndpoint,
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  sendVerificationEndpoint,
  verifyEmailEndpoint,
} from '#contract/accounts.ts'
import { serve } from '#server/http/serve.ts'
import { type DeleteAccount, deleteAccount } from './delete-account.ts'
import { type ExportAccount, exportAccount } from './export-account.ts'
import { type ResetPassword, requestPasswordReset, resetPassword } from './reset-password.ts'
import {
  type ResendVerification,
  resendVerification,
  type VerifyEmail,
  verifyEmail,
} from './send-verification.ts'

type MailedLinkDeps = ResetPassword & ResendVerification & VerifyEmail & ExportAccount & DeleteAccount

export function addMailedLinkRoutes(app: FastifyInstance, deps: MailedLinkDeps): void {
  serve(app, forgotPasswordEndpoint, ({ body, caller }) => requestPasswordReset(deps, caller, body.email))
  serve(app, resetPasswordEndpoint, ({ body, caller }) => resetPassword(deps, caller, body))
  serve(app, sendVerificationEndpoint, ({ caller }) => resendVerification(deps, caller))
  serve(app, verifyEmailEndpoint, ({ body, caller }) => verifyEmail(deps, caller, body.token))
  serve(app, exportAccountEndpoint, ({ caller }) => exportAccount(deps, caller.userId))
  serve(app, deleteAccountEndpoint, ({ body, caller, session }) =>
    deleteAccount(deps, { ...caller, session }, body.password),
  )
}
