import * as openid from 'openid-client'
import * as z from 'zod/mini'
import { type IdentityProvider, MalformedProviderReply, ProviderRefused } from '#server/sign-in-ports.ts'
import { parseJson } from '../json-value.ts'
import { boundedFetch, identityProvider, isPlainLoopback } from './identity-provider.ts'

export type GithubClient = { clientId: string; clientSecret: string; url: string; apiUrl: string }

const profile = z.object({ id: z.int(), name: z.optional(z.nullable(z.string())) })
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const refusal = z.object({ error: z.string() })

/** When GitHub refuses a code, it answers with status 200. The library recognises the refusal by a 400. */
const githubFetch: openid.CustomFetch = async (url, options) => {
  const response = await boundedFetch(url, options)
  if (!url.endsWith('/login/oauth/access_token') || response.status !== 200) return response
  const text = await response.text()
  const refused = refusal.safeParse(parseJson(text)).success
  return new Response(text, { status: refused ? 400 : 200, headers: response.headers })
}

function configure({ clientId, clientSecret, url }: GithubClient, timeoutMs: number): openid.Configuration {
  const issuer = `${url}/login/oauth`
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/access_token`,
  }
  const config = new openid.Configuration(server, clientId, clientSecret)
  config.timeout = timeoutMs / 1000
  config[openid.customFetch] = githubFetch
  return config
}

/** Splits GitHub's only name field: the first word is the first name, the rest is the last name. */
function splitName(name: string | null | undefined): { firstName: string | null; lastName: string | null } {
  const [first = '', ...rest] = (name ?? '').trim().split(/\s+/u)
  return { firstName: first || null, lastName: rest.join(' ') || null }
}

/** Whether an address is one of GitHub's no-reply addresses, which identify an account and accept no mail. */
const takesNoMail = (email: string) => /@(?:[\w.-]+\.)?noreply\.github\.com$/iu.test(email.trim())

/**
 * The primary address if it is confirmed. If the primary address accepts no mail, this is the first confirmed
 * address that accepts mail.
 */
function chooseAddress(listed: z.infer<typeof emails>): string | null {
  const confirmed = listed.filter(({ verified }) => verified)
  const chosen = confirmed.find(({ primary }) => primary)
  if (chosen === undefined || !takesNoMail(chosen.email)) return chosen?.email ?? null
  return confirmed.find(({ email }) => !takesNoMail(email))?.email ?? null
}

/** GitHub has plain OAuth 2 without an ID token. Only a verified address that accepts mail counts. */
export function githubProvider(client: GithubClient, timeoutMs = 10_000): IdentityProvider {
  const config = configure(client, timeoutMs)
  const addresses = [new URL(client.url), new URL(client.apiUrl)]
  if (addresses.every(isPlainLoopback)) openid.allowInsecureRequests(config)

  async function ask<S extends z.ZodMiniType>(token: string, path: string, shape: S): Promise<z.infer<S>> {
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const url = new URL(`${client.apiUrl}${path}`)
    const response = await openid.fetchProtectedResource(config, token, url, 'GET', null, headers)
    if (response.status !== 200) throw new ProviderRefused(`GitHub answered ${response.status} for ${path}`)
    const parsed = shape.safeParse(parseJson(await response.text()))
    if (!parsed.success) throw new MalformedProviderReply(`GitHub sent an unknown format for ${path}`)
    return parsed.data
  }

  return identityProvider({
    name: 'github',
    issuer: config.serverMetadata().issuer,
    title: 'GitHub',
    scope: 'read:user user:email',
    hasIdToken: false,
    configuration: () => config,
    async readPerson(_config, { access_token: token }) {
      const { id, name } = await ask(token, '/user', profile)
      const listed = await ask(token, '/user/emails', emails)
      const email = chooseAddress(listed)
      const { issuer } = config.serverMetadata()
      return { issuer, subject: String(id), email, emailVerified: email !== null, ...splitName(name) }
    },
  })
}
