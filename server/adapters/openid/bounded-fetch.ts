import {
  AuthorizationResponseError,
  type CustomFetch,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { readBounded } from '#server/adapters/source-calls/read-bounded.ts'
import {
  IdentityProviderError,
  MalformedProviderReply,
  ProviderRefused,
  ProviderUnreachable,
} from '#server/sign-in-ports.ts'

const unreachableCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT']

/** The library's causes hold replies and claims, so nothing of them but codes and fixed words goes on. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${error.message.slice(0, 200)}${code}`
}

function errorWord(word: string): string {
  return /^[a-z_]{1,60}$/u.test(word) ? word : 'an error without a known name'
}

export function providerFailure(provider: string, error: unknown): IdentityProviderError {
  if (error instanceof IdentityProviderError) return error
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return new ProviderRefused(`${provider} refused the sign-in: ${errorWord(error.error)}`)
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    return new ProviderRefused(`${provider} refused the sign-in with status ${error.status}`)
  }
  if (error instanceof Error && error.cause instanceof IdentityProviderError) return error.cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unreachableCodes.includes(code)) return new ProviderUnreachable(`${provider} did not answer in time`)
  return new MalformedProviderReply(`${provider} answered what cannot be trusted: ${describe(error)}`)
}

const mostBytes = 1_000_000

const tooLong = () => new MalformedProviderReply(`The answer is longer than ${mostBytes} bytes`)

/** Reads a whole answer within the caller's time and a bound; their outages become `ProviderUnreachable`. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const { host } = new URL(url)
  try {
    const { body, signal, ...rest } = options
    const asked = { ...rest, body: body ?? null, signal: signal ?? null }
    const response = await fetch(url, asked)
    const answer = await readBounded(response.body, mostBytes, tooLong)
    if (response.status >= 500) throw new ProviderUnreachable(`${host} answered ${response.status}`)
    const empty = [204, 205, 304].includes(response.status)
    return new Response(empty ? null : answer, { status: response.status, headers: response.headers })
  } catch (error) {
    if (error instanceof MalformedProviderReply || error instanceof ProviderUnreachable) throw error
    const inTime = !(error instanceof DOMException && error.name === 'TimeoutError')
    throw new ProviderUnreachable(inTime ? `${host} cannot be reached` : `${host} did not answer in time`)
  }
}
