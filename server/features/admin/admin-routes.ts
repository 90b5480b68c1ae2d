import type { FastifyInstance } from 'fastify'
import {
  adminForgotPasswordEndpoint,
  adminLoginEndpoint,
  adminLogoutEndpoint,
  adminResetPasswordEndpoint,
  adminSetupEndpoint,
  confirmSecondFactorEndpoint,
  currentAdminEndpoint,
  newRecoveryCodesEndpoint,
  secondFactorStatusEndpoint,
  setupStatusEndpoint,
  startSecondFactorEndpoint,
  stopSecondFactorEndpoint,
} from '#contract/admin.ts'
import { serve } from '#server/http/serve.ts'
import { describeAdmin, type LogInAdmin, logInAdmin, logOutAdmin } from './log-in-admin.ts'
import {
  confirmSecondFactor,
  type ManageSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './manage-second-factor.ts'
import { type ResetAdminPassword, requestAdminReset, resetAdminPassword } from './reset-admin-password.ts'
import { readSetupStatus, type SetUpAdmin, setUpAdmin } from './set-up-admin.ts'

type WayInDeps = SetUpAdmin & LogInAdmin & ResetAdminPassword & ManageSecondFactor

export function addAdminRoutes(app: FastifyInstance, deps: WayInDeps): void {
  serve(app, setupStatusEndpoint, () => readSetupStatus(deps))
  serve(app, adminSetupEndpoint, ({ body, caller: { address }, adminSession }) =>
    setUpAdmin(deps, { address, session: adminSession }, body),
  )
  serve(app, adminLoginEndpoint, ({ body, caller: { address }, adminSession }) =>
    logInAdmin(deps, { address, session: adminSession }, body),
  )
  serve(app, adminLogoutEndpoint, async ({ caller: { address }, adminSession }) =>
    logOutAdmin(deps, address, await adminSession.close()),
  )
  serve(app, currentAdminEndpoint, ({ caller }) => describeAdmin(deps, caller))
  serve(app, adminForgotPasswordEndpoint, ({ body, caller }) =>
    requestAdminReset(deps, caller, body.username),
  )
  serve(app, adminResetPasswordEndpoint, ({ body, caller }) => resetAdminPassword(deps, caller, body))
  serve(app, secondFactorStatusEndpoint, ({ caller }) => readSecondFactor(deps, caller))
  serve(app, startSecondFactorEndpoint, ({ body, caller }) => startSecondFactor(deps, caller, body.password))
  serve(app, confirmSecondFactorEndpoint, ({ body, caller }) => confirmSecondFactor(deps, caller, body.code))
  serve(app, newRecoveryCodesEndpoint, ({ body, caller }) => renewRecoveryCodes(deps, caller, body.password))
  serve(app, stopSecondFactorEndpoint, ({ body, caller }) => stopSecondFactor(deps, caller, body.password))
}
