import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { ProviderSecrets } from '#server/sign-in-ports.ts'

export function newSecrets(): ProviderSecrets {
  return { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
}

/** What every authorization request says, whether the provider speaks OpenID or plain OAuth. */
export async function requestParameters(callbackUrl: string, scope: string, secrets: ProviderSecrets) {
  return {
    redirect_uri: callbackUrl,
    scope,
    state: secrets.state,
    code_challenge: await calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  }
}

/** True for a plain http address of this very machine, the only one that may go without TLS. */
export function isPlainLoopback(url: URL): boolean {
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
}
