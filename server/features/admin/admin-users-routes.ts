import type { FastifyInstance } from 'fastify'
import {
  adminUserIdsEndpoint,
  deleteUsersEndpoint,
  demoteUserEndpoint,
  exportUsersEndpoint,
  listUsersEndpoint,
  promoteUserEndpoint,
  resetUserPasswordEndpoint,
  userPageEndpoint,
} from '#contract/admin-users.ts'
import { serve } from '#server/http/serve.ts'
import { type ExportUsers, exportUsers } from './export-users.ts'
import { type ListUsers, listUsers, type ReadUserPage, readUserPage } from './list-users.ts'
import {
  type ChangePlan,
  type DeleteUsers,
  deleteUsers,
  demoteUser,
  promoteUser,
  type ResetUserPassword,
  resetUserPassword,
} from './manage-users.ts'

type UsersDeps = ListUsers & ReadUserPage & ExportUsers & ResetUserPassword & ChangePlan & DeleteUsers

export function addAdminUsersRoutes(
  app: FastifyInstance,
  deps: UsersDeps & { admins: { listAdminUserIds: () => Promise<string[]> } },
): void {
  serve(app, listUsersEndpoint, ({ query }) => listUsers(deps, query))
  serve(app, userPageEndpoint, ({ query }) => readUserPage(deps, query))
  serve(app, exportUsersEndpoint, ({ query, caller }) => exportUsers(deps, caller, query))
  serve(app, adminUserIdsEndpoint, () => deps.admins.listAdminUserIds())
  serve(app, resetUserPasswordEndpoint, ({ body, caller }) => resetUserPassword(deps, caller, body))
  serve(app, promoteUserEndpoint, ({ body, caller }) => promoteUser(deps, caller, body.userId))
  serve(app, demoteUserEndpoint, ({ body, caller }) => demoteUser(deps, caller, body.userId))
  serve(app, deleteUsersEndpoint, ({ body, caller }) => deleteUsers(deps, caller, body.userIds))
}
