import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/accounts.ts'
import * as methods from '#contract/sign-in-methods.ts'
import { accountOf } from '#server/actor.ts'
import { serve } from '#server/doors/web/serve.ts'
import type { AccountDeps } from './account-deps.ts'
import { requestPasswordReset, resendVerification, resetPassword, verifyEmail } from './mailed-links.ts'
import { endOtherSessions, endSession, listSessions, signOut } from './manage-sessions.ts'
import { listSignIns, removeSignIn, startLink } from './manage-sign-ins.ts'
import { changePassword, deleteAccount, exportAccount, readProfile, updateProfile } from './own-account.ts'
import { finishProviderSignIn, startProviderSignIn } from './provider-sign-in.ts'
import { registerAccount, signIn } from './sign-in.ts'

export function addAccountRoutes(app: FastifyInstance, deps: AccountDeps): void {
  serve(app, contract.registerEndpoint, ({ body, caller: { address }, session, visitorId }) =>
    registerAccount(deps, { address, session, visitorId }, body),
  )
  serve(app, contract.loginEndpoint, ({ body, caller, session }) =>
    signIn(deps, { ...caller, session }, body),
  )
  serve(app, contract.logoutEndpoint, ({ caller, session }) =>
    signOut(deps, { address: caller.address, session }, accountOf(caller)?.userId ?? null),
  )
  serve(app, contract.currentUserEndpoint, ({ caller }) => readProfile(deps, caller.userId))
  serve(app, contract.authUserEndpoint, ({ caller }) => readProfile(deps, caller.userId))
  serve(app, contract.updateProfileEndpoint, ({ body, caller }) => updateProfile(deps, caller.userId, body))
  serve(app, contract.changePasswordEndpoint, ({ body, caller, session }) =>
    changePassword(deps, { ...caller, session }, body),
  )
  serve(app, contract.listSessionsEndpoint, ({ caller, session }) =>
    listSessions(deps, caller.userId, session.publicId),
  )
  serve(app, contract.endSessionEndpoint, ({ params, caller, session }) =>
    endSession(deps, { ...caller, session }, params.id),
  )
  serve(app, contract.endOtherSessionsEndpoint, ({ caller, session }) =>
    endOtherSessions(deps, { ...caller, session }),
  )
  serve(app, contract.forgotPasswordEndpoint, ({ body, caller }) =>
    requestPasswordReset(deps, caller, body.email),
  )
  serve(app, contract.resetPasswordEndpoint, ({ body, caller }) => resetPassword(deps, caller, body))
  serve(app, contract.sendVerificationEndpoint, ({ caller }) => resendVerification(deps, caller))
  serve(app, contract.verifyEmailEndpoint, ({ body, caller }) =>
    verifyEmail(deps, { address: caller.address, userId: accountOf(caller)?.userId ?? null }, body.token),
  )
  serve(app, contract.exportAccountEndpoint, ({ caller }) => exportAccount(deps, caller.userId))
  serve(app, contract.deleteAccountEndpoint, ({ body, caller, session }) =>
    deleteAccount(deps, { ...caller, session }, body.password),
  )
}

export function addProviderRoutes(app: FastifyInstance, deps: AccountDeps): void {
  serve(app, contract.signInProvidersEndpoint, async () => ({
    providers: deps.providers.map(({ name }) => name),
  }))
  serve(app, contract.startSignInEndpoint, async ({ params, query, caller, session }) => {
    await deps.attempts.take('provider-sign-in', { address: caller.address })
    const { location, pending } = await startProviderSignIn(deps, params.provider, query)
    if (pending !== null) await session.keepPendingSignIn(pending)
    return { location }
  })
  serve(app, contract.finishSignInEndpoint, async ({ params, query, caller, session, visitorId }) => {
    const pending = await session.takePendingSignIn()
    const back = {
      provider: params.provider,
      query,
      pending,
      address: caller.address,
      userId: accountOf(caller)?.userId ?? null,
    }
    const finished = await finishProviderSignIn(deps, back)
    if (finished.result === 'signed_in') {
      if (finished.account === 'created') await deps.takeOverSearches(visitorId, finished.userId)
      await session.signIn(finished.userId)
    }
    if (finished.result === 'link_needs_password') await session.keepPendingSignIn(finished.pending)
    return { location: finished.location }
  })
  serve(app, methods.listSignInMethodsEndpoint, ({ caller }) => listSignIns(deps, caller.userId))
  serve(app, methods.linkSignInMethodEndpoint, async ({ body, caller, session }) => {
    const { location, pending } = await startLink(deps, caller, body)
    if (pending !== null) await session.keepPendingSignIn(pending)
    return { location }
  })
  serve(app, methods.removeSignInMethodEndpoint, ({ params, body, caller }) =>
    removeSignIn(deps, caller, { ...params, ...body }),
  )
}
