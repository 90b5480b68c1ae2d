import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config/config.ts'
import { startProduct } from '#server/wiring/start-product.ts'
import { saveFigures } from './save-figures.ts'

// Measures whether login, register and forgot-password take the same time for addresses with and without an
// account. Known and unknown addresses alternate over real HTTP, each pair from an IP address of its own.

const rounds = Number(process.argv[2] ?? 200)
const warmUpRounds = 20
const password = 'plum teapot orbit 42'

type Ask = (url: string, email: string) => Promise<unknown>

async function post(url: string, path: string, body: object): Promise<Response> {
  const bytes = randomBytes(3)
  const reply = await fetch(`${url}${path}`, {
    method: 'POST',
    // The server trusts this client as a proxy, so each request names a new IP address and meets no limit.
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${bytes.join('.')}` },
    body: JSON.stringify(body),
  })
  await reply.arrayBuffer()
  return reply
}

async function expectStatus(reply: Response, status: number): Promise<void> {
  if (reply.status !== status) throw new Error(`${reply.url} answered ${reply.status}, not ${status}`)
}

const asks: Record<string, Ask> = {
  'sign in': async (url, email) =>
    expectStatus(await post(url, '/api/login', { email, password: 'wrong one here' }), 401),
  'sign up': async (url, email) => {
    const person = { email, password, firstName: 'Ada', lastName: 'Lovelace' }
    await expectStatus(await post(url, '/api/register', person), 200)
  },
  'ask for a reset link': async (url, email) =>
    expectStatus(await post(url, '/api/forgot-password', { email }), 200),
}

const newAddress = () => `${randomBytes(9).toString('hex')}@example.test`

async function timeOf(ask: Ask, url: string, email: string): Promise<number> {
  const startedAt = performance.now()
  await ask(url, email)
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Each known address is used only once, because the fourth attempt for an account is slowed down. */
async function signUpMany(url: string, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, newAddress)
  for (const email of addresses) await asks['sign up']?.(url, email)
  return addresses
}

async function measure(url: string, ask: Ask) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (const [index, knownAddress] of (await signUpMany(url, warmUpRounds + rounds)).entries()) {
    const order = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const which of order) {
      const ms = await timeOf(ask, url, which === 'known' ? knownAddress : newAddress())
      if (index >= warmUpRounds) times[which].push(ms)
    }
  }
  return { known: median(times.known), unknown: median(times.unknown) }
}

const dataDir = await mkdtemp(join(tmpdir(), 'unmet-timing-'))
const product = await startProduct(
  loadConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    HACKER_NEWS: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  }),
)
try {
  console.log(`Median of ${rounds} requests each, in ms; the bar is a ratio within 10%`)
  const measured: { name: string; known: number; unknown: number }[] = []
  for (const [name, ask] of Object.entries(asks)) {
    const { known, unknown } = await measure(product.url, ask)
    const figures = `known ${known.toFixed(2)}  unknown ${unknown.toFixed(2)}`
    console.log(`${name.padEnd(20)} ${figures}  known/unknown ${(known / unknown).toFixed(3)}`)
    measured.push({ name, known, unknown })
  }
  const difference = Math.max(...measured.map(({ known, unknown }) => Math.abs(known / unknown - 1)))
  saveFigures('accounts', {
    title: 'Accounts',
    command: 'npm run bench:accounts',
    over: 'Median milliseconds for an address with and one without an account: the times must not differ.',
    columns: ['', 'known', 'unknown'],
    rows: measured.map(({ name, known, unknown }) => [name, known.toFixed(1), unknown.toFixed(1)]),
    bars: [{ what: 'largest difference', measured: Math.round(100 * difference), most: 10, unit: '%' }],
  })
} finally {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
}
