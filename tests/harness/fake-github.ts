import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type GithubPerson = {
  id: number
  name: string | null
  emails: { email: string; primary: boolean; verified: boolean }[]
}

export const githubClient = { clientId: 'unmet-at-github', clientSecret: 'github-secret' }

type Grant = { challenge: string; redirectUri: string; person: GithubPerson }

export type FakeGithub = {
  url: string
  /** The signed-in user, whom `/login/oauth/authorize` redirects back at once. */
  person: GithubPerson
  /** The status of `/user/emails`; 404 means that the token may not read e-mail addresses. */
  emailsStatus: number
  /** Issued tokens. */
  tokens: Map<string, GithubPerson>
  close(): Promise<void>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

/** A fake of GitHub's web flow and of two API calls. Like GitHub, it refuses a wrong code with status 200. */
export async function startFakeGithub(): Promise<FakeGithub> {
  const grants = new Map<string, Grant>()
  const server = createServer(
    { keepAliveTimeout: 60_000 },
    (request, response) => void answer(request, response),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeGithub = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: { id: 1, name: null, emails: [] },
    emailsStatus: 200,
    tokens: new Map(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomBytes(10).toString('hex')
    const redirectUri = query.get('redirect_uri') ?? ''
    const known = query.get('client_id') === githubClient.clientId
    if (!known || query.get('code_challenge_method') !== 'S256') {
      sendJson(response, 404, {})
      return
    }
    grants.set(code, { challenge: query.get('code_challenge') ?? '', redirectUri, person: fake.person })
    const back = new URL(redirectUri)
    const state = query.get('state') ?? ''
    back.search = new URLSearchParams({ code, state, iss: `${fake.url}/login/oauth` }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function redeem(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const code = form.get('code') ?? ''
    const grant = grants.get(code)
    grants.delete(code)
    const secretIsRight = form.get('client_secret') === githubClient.clientSecret
    const verifierIsRight = grant?.challenge === sha256(form.get('code_verifier') ?? '')
    if (grant === undefined || !verifierIsRight || grant.redirectUri !== form.get('redirect_uri')) {
      return sendJson(response, 200, { error: 'bad_verification_code' })
    }
    if (!secretIsRight) return sendJson(response, 200, { error: 'incorrect_client_credentials' })
    const token = `gho_${randomBytes(10).toString('hex')}`
    fake.tokens.set(token, grant.person)
    sendJson(response, 200, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', fake.url)
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') return redeem(request, response)
    const person = fake.tokens.get(request.headers.authorization?.replace(/^bearer /iu, '') ?? '')
    if (person === undefined) return sendJson(response, 401, { message: 'Bad credentials' })
    const { id, name, emails } = person
    if (pathname === '/user') return sendJson(response, 200, { id, login: 'a-login', name })
    if (pathname === '/user/emails') return sendJson(response, fake.emailsStatus, emails)
    sendJson(response, 404, {})
  }

  return fake
}
