import * as openid from 'openid-client'
import { cutText } from '#contract/cut-text.ts'
import { readBounded } from '#server/adapters/source-calls/read-bounded.ts'
import {
  type IdentityProvider,
  IdentityProviderError,
  MalformedProviderReply,
  type ProviderPerson,
  ProviderRefused,
  ProviderUnreachable,
} from '#server/sign-in-ports.ts'

const unreachableCodes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT']

/**
 * The causes of the library's errors contain replies and claims, so only codes and fixed texts are reported.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure'
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  return `${cutText(error.message, 200)}${code}`
}

function errorWord(word: string): string {
  return /^[a-z_]{1,60}$/u.test(word) ? word : 'an error without a known name'
}

function providerFailure(provider: string, error: unknown): IdentityProviderError {
  if (error instanceof IdentityProviderError) return error
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    return new ProviderRefused(`${provider} refused the sign-in: ${errorWord(error.error)}`)
  }
  if (error instanceof openid.WWWAuthenticateChallengeError) {
    return new ProviderRefused(`${provider} refused the sign-in with status ${error.status}`)
  }
  if (error instanceof Error && error.cause instanceof IdentityProviderError) return error.cause
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unreachableCodes.includes(code)) return new ProviderUnreachable(`${provider} did not answer in time`)
  return new MalformedProviderReply(`${provider} sent an untrusted response: ${describe(error)}`)
}

const mostBytes = 1_000_000

const tooLong = () => new MalformedProviderReply(`The answer is longer than ${mostBytes} bytes`)

/** Reads a whole response within a timeout and a size limit. Outages are thrown as `ProviderUnreachable`. */
export const boundedFetch: openid.CustomFetch = async (url, options) => {
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

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>

type Parts = Pick<IdentityProvider, 'name' | 'issuer'> & {
  /** Its display name. */
  title: string
  scope: string
  /**
   * Whether the provider supports OpenID, with an ID token that repeats a nonce. Otherwise it has plain OAuth
   * 2.
   */
  hasIdToken: boolean
  configuration: () => openid.Configuration | Promise<openid.Configuration>
  readPerson: (config: openid.Configuration, tokens: Tokens) => Promise<ProviderPerson>
}

/** The authorization code flow with PKCE and state. All errors are `IdentityProviderError`s. */
export function identityProvider(parts: Parts): IdentityProvider {
  const { name, issuer, title, scope, hasIdToken, configuration, readPerson } = parts
  return {
    name,
    issuer,
    async begin(callbackUrl) {
      const secrets = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
      }
      try {
        const { href } = openid.buildAuthorizationUrl(await configuration(), {
          redirect_uri: callbackUrl,
          scope,
          state: secrets.state,
          code_challenge: await openid.calculatePKCECodeChallenge(secrets.codeVerifier),
          code_challenge_method: 'S256',
          ...(hasIdToken && { nonce: secrets.nonce }),
        })
        return { address: href, secrets }
      } catch (error) {
        throw providerFailure(title, error)
      }
    },
    async finish(cameBackTo, { state, nonce, codeVerifier }) {
      try {
        const config = await configuration()
        const tokens = await openid.authorizationCodeGrant(config, cameBackTo, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          ...(hasIdToken && { expectedNonce: nonce, idTokenExpected: true }),
        })
        return await readPerson(config, tokens)
      } catch (error) {
        throw providerFailure(title, error)
      }
    },
  }
}

/** True for a plain http URL of this machine, the only kind that is allowed without TLS. */
export function isPlainLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
