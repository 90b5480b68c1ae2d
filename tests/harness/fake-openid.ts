import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

type FakeAccount = { email: string; email_verified: boolean; given_name: string; family_name: string }

export type FakeOpenid = {
  issuer: string
  /** The users, by login; the login is the subject. */
  accounts: Map<string, FakeAccount>
  /** Changes the token endpoint's response; undefined leaves it unchanged. */
  forge: ((answer: { id_token: string }) => object) | undefined
  close(): Promise<void>
}

export const fakeClient = { clientId: 'unmet', clientSecret: 'fake-secret' }
export const otherFakeClient = { clientId: 'another-site', clientSecret: 'other-secret' }

/** A third-party OpenID provider on loopback, with login and consent forms; it requires PKCE. */
export async function startFakeOpenid(callbackUrl: string, addressInIdToken = true): Promise<FakeOpenid> {
  const server = createServer({ keepAliveTimeout: 60_000 })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, FakeAccount>()
  const provider = new Provider(issuer, {
    clients: [fakeClient, otherFakeClient].map(({ clientId, clientSecret }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [callbackUrl],
      token_endpoint_auth_method: 'client_secret_post' as const,
    })),
    cookies: { keys: ['fake cookie key'] },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: !addressInIdToken,
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_context, accountId) => {
      const account = accounts.get(accountId)
      return account && { accountId, claims: () => ({ sub: accountId, ...account }) }
    },
  })
  const fake: FakeOpenid = {
    issuer,
    accounts,
    forge: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  provider.use(async (context, next) => {
    await next()
    const answer = context.body
    if (context.path !== '/token' || fake.forge === undefined || context.status !== 200) return
    context.body = fake.forge(answer as { id_token: string })
  })
  const handle = provider.callback()
  server.on('request', (request, response) => void handle(request, response))
  return fake
}
