import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, KeyScope } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { KeyHolder } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { addressGroup } from '#server/doors/web/caller.ts'
import type { AdmitKey } from '#server/doors/web/serve.ts'
import { AppError, publicError } from '#server/errors.ts'
import { limitHeaders, makeCallLimits, waitSeconds } from './call-limits.ts'
import { openApiDocument } from './openapi-document.ts'

type KeyDoor = {
  /** Throws for a key that is unknown or not alive. */
  findKeyHolder: (text: string) => Promise<Omit<KeyHolder, 'address'>>
  noteCall: (keyId: string, isLimited: boolean) => void
  clock: Clock
}

/** In a header only: an address ends up in logs and histories. */
function keyIn({ headers }: FastifyRequest): string {
  const [scheme = '', key = '', ...more] = (headers.authorization ?? '').trim().split(/ +/u)
  if (scheme.toLowerCase() === 'bearer' && key !== '' && more.length === 0) return key
  throw new AppError('unauthenticated', 'Send an API key in the header "Authorization: Bearer unmet_..."', {
    userMessage: 'This needs an API key. Make one in your profile.',
  })
}

function requireScope({ scopes }: Pick<KeyHolder, 'scopes'>, scope: KeyScope | null): void {
  if (scope === null || scopes.includes(scope)) return
  throw publicError('key_scope', `This key may be used for ${scopes.join(', ')}, but this needs "${scope}".`)
}

function requireCalls(reply: FastifyReply, outcome: ReturnType<ReturnType<typeof makeCallLimits>['count']>) {
  const { allowed, left } = outcome
  reply.headers(limitHeaders(left))
  if (allowed) return
  const seconds = waitSeconds(left)
  const message = `Too many calls in a minute; try again in ${seconds} seconds`
  throw new AppError('too_many_attempts', message, { userMessage: `${message}.`, retryAfterSeconds: seconds })
}

/** Admits programs by their keys: known, alive, of the scope, and not too many calls. */
function makeAdmitKey({ findKeyHolder, noteCall, clock }: KeyDoor): AdmitKey {
  const callLimits = makeCallLimits(clock)
  return async (request, reply, scope) => {
    reply.header('www-authenticate', 'Bearer')
    const found = await findKeyHolder(keyIn(request))
    reply.removeHeader('www-authenticate')
    const { key, person } = limits.apiCallsPerMinute
    const outcome = callLimits.count([
      { name: 'key', who: found.keyId, most: key },
      { name: 'person', who: found.userId, most: person },
    ])
    noteCall(found.keyId, !outcome.allowed)
    requireCalls(reply, outcome)
    requireScope(found, scope)
    return { ...found, address: addressGroup(request.ip) }
  }
}

/** Opens the routes registered after it to programs with a key, and describes them for everybody. */
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
