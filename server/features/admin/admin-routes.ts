import type { FastifyInstance } from 'fastify'
import * as entrance from '#contract/admin.ts'
import { adminDeliveryEndpoint } from '#contract/admin-delivery.ts'
import * as overview from '#contract/admin-overview.ts'
import * as people from '#contract/admin-users.ts'
import { serve } from '#server/doors/web/serve.ts'
import type { AdminDeps } from './admin-deps.ts'
import { exportUsers, listUsers, readUserPage } from './list-users.ts'
import { describeAdmin, logInAdmin, logOutAdmin, readSetupStatus, setUpAdmin } from './log-in-admin.ts'
import {
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  stopSecondFactor,
} from './manage-second-factor.ts'
import {
  changeUserEmail,
  deleteUsers,
  demoteUser,
  limitWatches,
  promoteUser,
  resetUserPassword,
} from './manage-users.ts'
import { listAuditLog, listSearches, readAdminStats, readCharts } from './read-activity.ts'
import { readDelivery } from './read-delivery.ts'
import { requestAdminReset, resetAdminPassword } from './reset-admin-password.ts'
import { readPaymentSettings, switchPayments } from './switch-payments.ts'

export function addAdminRoutes(app: FastifyInstance, deps: AdminDeps): void {
  serve(app, entrance.setupStatusEndpoint, () => readSetupStatus(deps))
  serve(app, entrance.adminSetupEndpoint, ({ body, caller: { address }, adminSession }) =>
    setUpAdmin(deps, { address, session: adminSession }, body),
  )
  serve(app, entrance.adminLoginEndpoint, ({ body, caller: { address }, adminSession }) =>
    logInAdmin(deps, { address, session: adminSession }, body),
  )
  serve(app, entrance.adminLogoutEndpoint, async ({ caller: { address }, adminSession }) =>
    logOutAdmin(deps, address, await adminSession.close()),
  )
  serve(app, entrance.currentAdminEndpoint, ({ caller }) => describeAdmin(deps, caller))
  serve(app, entrance.adminForgotPasswordEndpoint, ({ body, caller }) =>
    requestAdminReset(deps, caller, body.username),
  )
  serve(app, entrance.adminResetPasswordEndpoint, ({ body, caller }) =>
    resetAdminPassword(deps, caller, body),
  )
  serve(app, entrance.secondFactorStatusEndpoint, ({ caller }) => readSecondFactor(deps, caller))
  serve(app, entrance.startSecondFactorEndpoint, ({ body, caller }) =>
    startSecondFactor(deps, caller, body.password),
  )
  serve(app, entrance.confirmSecondFactorEndpoint, ({ body, caller, adminSession: { token } }) =>
    confirmSecondFactor(deps, { ...caller, token }, body.code),
  )
  serve(app, entrance.newRecoveryCodesEndpoint, ({ body, caller }) =>
    renewRecoveryCodes(deps, caller, body.password),
  )
  serve(app, entrance.stopSecondFactorEndpoint, ({ body, caller, adminSession: { token } }) =>
    stopSecondFactor(deps, { ...caller, token }, body.password),
  )
  serve(app, people.listUsersEndpoint, ({ query }) => listUsers(deps, query))
  serve(app, people.userPageEndpoint, ({ query }) => readUserPage(deps, query))
  serve(app, people.exportUsersEndpoint, ({ query, caller }) => exportUsers(deps, caller, query))
  serve(app, people.adminUserIdsEndpoint, () => deps.admins.listAdminUserIds())
  serve(app, people.resetUserPasswordEndpoint, ({ body, caller }) => resetUserPassword(deps, caller, body))
  serve(app, people.changeUserEmailEndpoint, ({ body, caller }) => changeUserEmail(deps, caller, body))
  serve(app, people.promoteUserEndpoint, ({ body, caller }) => promoteUser(deps, caller, body.userId))
  serve(app, people.demoteUserEndpoint, ({ body, caller }) => demoteUser(deps, caller, body.userId))
  serve(app, people.limitWatchesEndpoint, ({ body, caller }) => limitWatches(deps, caller, body))
  serve(app, people.deleteUsersEndpoint, ({ body, caller }) => deleteUsers(deps, caller, body.userIds))
  serve(app, overview.adminStatsEndpoint, () => readAdminStats(deps))
  serve(app, overview.adminChartsEndpoint, ({ query }) => readCharts(deps, Number(query.days)))
  serve(app, overview.adminSearchSessionsEndpoint, ({ query }) =>
    listSearches(deps, query.limit, query.before),
  )
  serve(app, overview.auditLogEndpoint, ({ query }) => listAuditLog(deps, query.limit, query.before))
  serve(app, adminDeliveryEndpoint, () => readDelivery(deps))
  serve(app, overview.adminHealthEndpoint, () => deps.readHealth())
  serve(app, overview.paymentConfigEndpoint, () => readPaymentSettings(deps))
  serve(app, overview.savePaymentConfigEndpoint, ({ body, caller }) => switchPayments(deps, caller, body))
}
