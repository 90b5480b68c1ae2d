import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { KeyCallsNow, KeyHolder } from '#server/actor.ts'
import { addressGroup } from '#server/doors/web/caller.ts'
import { requireScope } from '#server/doors/web/require-scope.ts'
import type { AdmitKey } from '#server/doors/web/serve.ts'
import { AppError } from '#server/errors.ts'
import { judgeCalls } from './call-limits.ts'
import { openApiDocument } from './openapi-document.ts'

type KeyDoor = {
  /** Counts the call. Throws if the key is unknown, revoked or expired. */
  findKeyHolder: (text: string) => Promise<{ holder: Omit<KeyHolder, 'address'>; calls: KeyCallsNow }>
  noteCall: (keyId: string, isLimited: boolean) => void
}

/** A key is only accepted in a header, because URLs are stored in logs and browser histories. */
function keyIn({ headers }: FastifyRequest): string {
  const [scheme = '', key = '', ...more] = (headers.authorization ?? '').trim().split(/ +/u)
  if (scheme.toLowerCase() === 'bearer' && key !== '' && more.length === 0) return key
  throw new AppError('unauthenticated', 'Send an API key in the header "Authorization: Bearer unmet_..."', {
    userMessage: 'This request needs an API key. Make one in your profile.',
  })
}

/** Admits programs whose key is valid and has the required scope, up to a rate limit. */
function makeAdmitKey({ findKeyHolder, noteCall }: KeyDoor): AdmitKey {
  return async (request, reply, scope) => {
    reply.header('www-authenticate', 'Bearer')
    const { holder, calls } = await findKeyHolder(keyIn(request))
    reply.removeHeader('www-authenticate')
    const { allowed, headers } = judgeCalls(calls)
    reply.headers(headers)
    noteCall(holder.keyId, !allowed)
    if (!allowed) {
      const seconds = calls.endsInSeconds
      const message = `Too many calls in a minute; try again in ${seconds} seconds`
      throw new AppError('too_many_attempts', message, {
        userMessage: `${message}.`,
        retryAfterSeconds: seconds,
      })
    }
    requireScope(holder, scope)
    return { ...holder, address: addressGroup(request.ip) }
  }
}

/**
 * Makes the routes that are registered after it available to programs with a key. The description of these
 * routes is public.
 */
export function addKeyDoor(
  app: FastifyInstance,
  { publicUrl, ...door }: KeyDoor & { publicUrl: string },
): void {
  app.decorate('admitKey', makeAdmitKey(door))
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config }) => {
    if (config?.endpoint !== undefined) endpoints.push(config.endpoint)
  })
  let document: string | null = null
  app.get('/api/v1/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(endpoints, publicUrl))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document)
  })
}
