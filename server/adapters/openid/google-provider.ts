import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { type IdentityProvider, MalformedProviderReply, type ProviderPerson } from '#server/sign-in-ports.ts'
import { boundedFetch, identityProvider, isPlainLoopback } from './identity-provider.ts'

export type GoogleClient = { clientId: string; clientSecret: string; issuer: string }

const claims = z.object({
  iss: z.string(),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string()),
  email_verified: z.optional(z.unknown()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
})

function personOf(reply: unknown): ProviderPerson {
  const parsed = claims.safeParse(reply)
  if (!parsed.success) throw new MalformedProviderReply('Google sent claims in an unknown format')
  const { iss, sub, email, email_verified, given_name, family_name } = parsed.data
  return {
    issuer: iss,
    subject: sub,
    email: email ?? null,
    emailVerified: email !== undefined && email_verified === true,
    firstName: given_name ?? null,
    lastName: family_name ?? null,
  }
}

/** Discovery runs once, on first use. A failure is not cached, so the next sign-in tries again. */
function discoverLazily({ clientId, clientSecret, issuer }: GoogleClient, timeoutMs: number) {
  const server = new URL(issuer)
  const execute = [
    openid.enableNonRepudiationChecks,
    ...(isPlainLoopback(server) ? [openid.allowInsecureRequests] : []),
  ]
  const options = { execute, timeout: timeoutMs / 1000, [openid.customFetch]: boundedFetch }
  let found: Promise<openid.Configuration> | undefined
  return () => {
    found ??= openid.discovery(server, clientId, clientSecret, undefined, options).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }
}

/** Google or another OpenID provider, with a nonce and a verified ID token. */
export function googleProvider(client: GoogleClient, timeoutMs = 10_000): IdentityProvider {
  return identityProvider({
    name: 'google',
    issuer: client.issuer,
    title: 'Google',
    scope: 'openid email profile',
    hasIdToken: true,
    configuration: discoverLazily(client, timeoutMs),
    async readPerson(config, tokens) {
      const idToken = tokens.claims()
      if (idToken === undefined || idToken.email !== undefined) return personOf(idToken)
      const userInfo = await openid.fetchUserInfo(config, tokens.access_token, idToken.sub)
      return personOf({ ...userInfo, iss: idToken.iss })
    },
  })
}
