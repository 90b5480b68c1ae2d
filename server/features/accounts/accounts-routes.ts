import type { FastifyInstance } from 'fastify'
import {
  authUserEndpoint,
  changePasswordEndpoint,
  currentUserEndpoint,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
  loginEndpoint,
  logoutEndpoint,
  registerEndpoint,
  updateProfileEndpoint,
} from '#contract/accounts.ts'
import { serve } from '#server/http/serve.ts'
import { type ChangePassword, changePassword } from './change-password.ts'
import { readProfile, type UpdateProfile, updateProfile } from './describe-user.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  type ManageSessions,
  signOut,
} from './manage-sessions.ts'
import { type RegisterAccount, registerAccount } from './register-account.ts'
import { type SignIn, signIn } from './sign-in.ts'

type AccountDeps = RegisterAccount & SignIn & ChangePassword & UpdateProfile & ManageSessions

export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  serve(app, registerEndpoint, ({ body, caller: { address, visitorId }, session }) =>
    registerAccount(deps, { address, visitorId, session }, body),
  )
  serve(app, loginEndpoint, ({ body, caller: { address }, session }) =>
    signIn(deps, { address, session }, body),
  )
  serve(app, logoutEndpoint, ({ caller, session }) =>
    signOut(deps, { address: caller.address, session }, caller.kind === 'user' ? caller.userId : null),
  )
  serve(app, currentUserEndpoint, ({ caller }) => readProfile(deps, caller.userId))
  serve(app, authUserEndpoint, ({ caller }) => readProfile(deps, caller.userId))
  serve(app, updateProfileEndpoint, ({ body, caller }) => updateProfile(deps, caller.userId, body))
  serve(app, changePasswordEndpoint, ({ body, caller, session }) =>
    changePassword(deps, { ...caller, session }, body),
  )
  serve(app, listSessionsEndpoint, ({ caller }) => listSessions(deps, caller.userId, caller.sessionPublicId))
  serve(app, endSessionEndpoint, ({ params, caller, session }) =>
    endSession(deps, { ...caller, session }, params.id),
  )
  serve(app, endOtherSessionsEndpoint, ({ caller, session }) =>
    endOtherSessions(deps, { ...caller, session }),
  )
}
