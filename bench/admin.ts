import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { seedPlatform } from './admin-data.ts'
import { percentile } from './percentile.ts'
import { saveFigures } from './save-figures.ts'

// Response times of every read and action of the admin area with 100,000 accounts and 1,000,000 searches: npm
// run bench:admin -- --data FOLDER (filled on the first run). The first rounds are not measured, because the
// server compiles its code during them.

const { values } = parseArgs({
  options: { data: { type: 'string' }, rounds: { type: 'string', default: '40' } },
})
if (values.data === undefined) {
  console.error('Name a folder to fill and measure: --data /tmp/admin-bench')
  process.exit(2)
}
const dataDir = resolve(values.data)
const rounds = Number(values.rounds)
const operator = { username: 'bench operator', password: 'plum teapot orbit 42' }
const warmingRounds = 10
const people = 100_000
const searches = 1_000_000

const users = '/api/admin/user-page?'
/** Every read of the admin area, and the table of users with its most expensive options. */
const reads = [
  '/api/admin/setup-status',
  '/api/admin/me',
  '/api/admin/stats',
  '/api/admin/charts?days=30',
  '/api/admin/charts?days=90',
  '/api/admin/health',
  '/api/admin/stripe-config',
  '/api/admin/second-factor',
  '/api/admin/scan',
  '/api/admin/user-ids',
  '/api/admin/search-sessions',
  '/api/admin/search-sessions?limit=200',
  '/api/admin/audit-log',
  '/api/admin/users',
  users,
  `${users}pageSize=500`,
  `${users}sort=oldest`,
  `${users}sort=most-active`,
  `${users}sort=least-active`,
  `${users}sort=alphabetical`,
  `${users}filter=pro`,
  `${users}filter=free&sort=most-active`,
  `${users}filter=active&sort=alphabetical`,
  `${users}filter=recent`,
  `${users}search=person777`,
  `${users}search=nobody%20at%20all`,
  `${users}search=bench77&sort=least-active&filter=pro`,
  `${users}page=1000`,
  `${users}page=2000&sort=most-active`,
  `${users}page=2000&sort=alphabetical`,
]

async function seedOnce(): Promise<void> {
  const say = () => {}
  const database = await openDatabase({ dataDir, databaseUrl: null }, 'command', say)
  try {
    const { rows } = await database.pool.query('select id from search_sessions limit 1')
    if (rows.length > 0) return
    console.log(`Filling ${dataDir} with ${people} accounts and ${searches} searches`)
    const client = await database.pool.connect()
    await seedPlatform(client, people, searches)
    client.release()
  } finally {
    await database.close()
  }
}

async function send(
  url: string,
  path: string,
  { body, cookie = '' }: { body?: object; cookie?: string } = {},
): Promise<Response> {
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return fetch(`${url}${path}`, { ...sent, headers })
}

async function comeIn(url: string): Promise<string> {
  const { needsSetup } = (await (await send(url, '/api/admin/setup-status')).json()) as {
    needsSetup: boolean
  }
  const reply = await send(url, `/api/admin/${needsSetup ? 'setup' : 'login'}`, { body: operator })
  const cookie = reply.headers.getSetCookie().find((one) => one.startsWith('admin='))
  if (!reply.ok || cookie === undefined) throw new Error(`${reply.status} ${await reply.text()}`)
  return cookie.split(';', 1)[0] ?? ''
}

async function timeOne(url: string, path: string, cookie: string): Promise<number> {
  const startedAt = performance.now()
  const reply = await send(url, path, { cookie })
  await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`)
  return performance.now() - startedAt
}

async function warmUp(url: string, cookie: string): Promise<void> {
  for (let round = 0; round < warmingRounds; round += 1) {
    for (const path of reads) await timeOne(url, path, cookie)
  }
}

type Timed = [name: string, alone: number, together: number | null]

async function measure(url: string, cookie: string): Promise<Timed[]> {
  const timed: Timed[] = []
  console.log(`${'milliseconds'.padEnd(66)}     one at a time      four at a time`)
  console.log(`${''.padEnd(66)}       p50      p95       p50      p95`)
  for (const path of reads) {
    const alone: number[] = []
    const together: number[] = []
    for (let round = 0; round < rounds; round += 1) alone.push(await timeOne(url, path, cookie))
    for (let round = 0; round < rounds / 4; round += 1) {
      const four = Array.from({ length: 4 }, () => timeOne(url, path, cookie))
      together.push(...(await Promise.all(four)))
    }
    const cells = [alone, together].flatMap((times) => [percentile(times, 0.5), percentile(times, 0.95)])
    console.log(path.padEnd(66) + cells.map((ms) => ms.toFixed(1).padStart(9)).join(''))
    timed.push([`\`${path}\``, percentile(alone, 0.95), percentile(together, 0.95)])
  }
  return timed
}

type Write = { name: string; path: string; body: (userId: string, round: number) => object }

/** Every action. Each request changes a different account, except for the payment mode, which is global. */
const writes: Write[] = [
  { name: 'promote', path: 'promote-user', body: (userId) => ({ userId }) },
  { name: 'demote', path: 'demote-user', body: (userId) => ({ userId }) },
  {
    name: 'set a password',
    path: 'reset-user-password',
    body: (userId) => ({ userId, password: 'eighteight' }),
  },
  { name: 'delete one', path: 'delete-users', body: (userId) => ({ userIds: [userId] }) },
  {
    name: 'switch the payment mode',
    path: 'stripe-config',
    body: (_, round) => ({ mode: round % 2 === 0 ? 'sandbox' : 'production' }),
  },
]

async function measureWrites(url: string, cookie: string): Promise<Timed[]> {
  const timed: Timed[] = []
  const listed = await send(url, `/api/admin/users?filter=free&sort=newest&search=person1&limit=${rounds}`, {
    cookie,
  })
  const chosen = (await listed.json()) as { id: string }[]
  for (const { name, path, body } of writes) {
    const times: number[] = []
    for (const [round, { id }] of chosen.entries()) {
      const startedAt = performance.now()
      const reply = await send(url, `/api/admin/${path}`, { body: body(id, round), cookie })
      const text = await reply.text()
      if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${text}`)
      times.push(performance.now() - startedAt)
    }
    const cells = [percentile(times, 0.5), percentile(times, 0.95)]
    console.log(`POST ${name}`.padEnd(66) + cells.map((ms) => ms.toFixed(1).padStart(9)).join(''))
    timed.push([name, percentile(times, 0.95), null])
  }
  return timed
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit')
  server.send('stop')
  await ended
}

await seedOnce()
const server = fork(join(import.meta.dirname, 'search-server.ts'), {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', HACKER_NEWS: 'off' },
})
try {
  const [{ url }] = (await once(server, 'message')) as [{ url: string }]
  const cookie = await comeIn(url)
  await warmUp(url, cookie)
  const timed = [...(await measure(url, cookie)), ...(await measureWrites(url, cookie))]
  const dearest = Math.max(...timed.flatMap(([, alone, together]) => [alone, together ?? 0]))
  saveFigures('admin', {
    title: "The operator's area",
    command: 'npm run bench:admin -- --data FOLDER',
    over: `${people.toLocaleString('en')} accounts and ${searches.toLocaleString('en')} searches; each read ${warmingRounds} times for warm-up, then measured ${rounds} times.`,
    columns: ['p95 in milliseconds', 'one at a time', 'four at a time'],
    rows: timed.map(([name, alone, together]) => [name, alone.toFixed(1), together?.toFixed(1) ?? '']),
    bars: [{ what: 'the slowest, p95', measured: Number(dearest.toFixed(1)), most: 100, unit: ' ms' }],
  })
} finally {
  await stop(server)
}
