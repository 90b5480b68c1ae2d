import type { FastifyInstance } from 'fastify'
import { finishSignInEndpoint, signInProvidersEndpoint, startSignInEndpoint } from '#contract/accounts.ts'
import { serve } from '#server/http/serve.ts'
import { type FinishDeps, finishProviderSignIn } from './finish-provider-sign-in.ts'
import type { AttemptLimiter } from './limit-attempts.ts'
import type { TakeOverSearches } from './register-account.ts'
import { startProviderSignIn } from './start-provider-sign-in.ts'

type ProviderRoutes = FinishDeps & {
  attempts: Pick<AttemptLimiter, 'take'>
  takeOverSearches: TakeOverSearches
}

export function addProviderRoutes(app: FastifyInstance, deps: ProviderRoutes): void {
  serve(app, signInProvidersEndpoint, async () => ({ providers: deps.providers.map(({ name }) => name) }))
  serve(app, startSignInEndpoint, async ({ params, query, caller, session }) => {
    await deps.attempts.take('provider-sign-in', { address: caller.address })
    const { location, pending } = await startProviderSignIn(deps, params.provider, query.returnTo)
    if (pending !== null) await session.keepPendingSignIn(pending)
    return { location }
  })
  serve(app, finishSignInEndpoint, async ({ params, query, caller, session }) => {
    const pending = await session.takePendingSignIn()
    const back = { provider: params.provider, query, pending, address: caller.address }
    const finished = await finishProviderSignIn(deps, back)
    if (finished.result === 'signed_in') {
      if (finished.account === 'created') await deps.takeOverSearches(caller.visitorId, finished.userId)
      await session.signIn(finished.userId)
    }
    if (finished.result === 'link_needs_password') await session.keepPendingSignIn(finished.pending)
    return { location: finished.location }
  })
}
