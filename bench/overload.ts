import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/open-database.ts'
import { percentile } from './percentile.ts'
import { saveFigures } from './save-figures.ts'
import { startSearchServer } from './start-search-server.ts'
import { varyKeywords } from './varied-keywords.ts'

// Sends many concurrent searches on the archive in --data, and cheap reads at the same time: npm run
// bench:overload -- --data FOLDER

const { values } = parseArgs({
  options: { data: { type: 'string' }, searches: { type: 'string', default: '800' } },
})
if (values.data === undefined) {
  console.error(
    'Name a data folder with posts: DATA_DIR=/tmp/bench npm run archive:import -- FILE, then --data /tmp/bench',
  )
  process.exit(2)
}
const dataDir = resolve(values.data)

type Answer = { status: number; ms: number; retryAfter: string | undefined }

/** Sends a request over a connection pool of its own, and reads the whole response. */
function ask(url: string, agent: Agent, keyword?: string): Promise<Answer> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<Answer>()
  const startedAt = performance.now()
  const method = keyword === undefined ? 'GET' : 'POST'
  const sent = request(url, { agent, method, headers: { 'content-type': 'application/json' } }, (reply) => {
    reply.resume().on('end', () =>
      answered({
        status: reply.statusCode ?? 0,
        ms: performance.now() - startedAt,
        retryAfter: reply.headers['retry-after'],
      }),
    )
  })
  sent.on('error', reject).end(keyword === undefined ? undefined : JSON.stringify({ keyword }))
  return promise
}

const show = (name: string, times: readonly number[]) =>
  console.log(
    `${name}: ${times.length}` +
      (times.length === 0
        ? ''
        : `, p50 ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`),
  )

const count = Number(values.searches)
const warmUp = 50
const database = await openDatabase({ databaseUrl: null, dataDir }, 'command', () => {})
const keywords = (await varyKeywords(database.pool, count + warmUp)).map(({ keyword }) => keyword)
await database.close()

const { child, url } = await startSearchServer(dataDir, { LOG_LEVEL: 'fatal' })
const searchers = new Agent({ keepAlive: true })
for (const keyword of keywords.slice(0, warmUp)) await ask(`${url}/api/search`, searchers, keyword)

let flooding = true
const cheap: number[] = []
const readCheaply = async () => {
  const agent = new Agent({ keepAlive: true })
  while (flooding) {
    for (const path of ['/api/user', '/healthz', '/favicon.svg']) {
      const { ms } = await ask(`${url}${path}`, agent)
      cheap.push(ms)
    }
  }
  agent.destroy()
}
const reading = readCheaply()
const searched = keywords.slice(warmUp)
const answers = await Promise.all(searched.map((keyword) => ask(`${url}/api/search`, searchers, keyword)))
flooding = false
await reading
searchers.destroy()

console.log(`${searched.length} searches at one moment, ${new Set(searched).size} keywords`)
for (const [status, group] of Map.groupBy(answers, (answer) => answer.status)) {
  const withRetryAfter = group.filter(({ retryAfter }) => retryAfter !== undefined).length
  show(
    `answered ${status}${withRetryAfter > 0 ? ` (${withRetryAfter} with Retry-After)` : ''}`,
    group.map(({ ms }) => ms),
  )
}
show('cheap reads meanwhile', cheap)
child.send('stop')
await once(child, 'exit')

const failed = answers.filter(({ status }) => status === 500 || status === 502)
const refused = answers.filter(({ status }) => status !== 200)
const longest = (some: readonly Answer[]) => Math.round(Math.max(0, ...some.map(({ ms }) => ms)))
const found = answers.filter(({ status }) => status === 200)
const inTime = found.filter(({ ms }) => ms <= 10_000)
console.log(`answered within 10 s: ${inTime.length}`)
saveFigures('overload', {
  title: `${searched.length} searches at one moment`,
  command: 'npm run bench:overload -- --data FOLDER',
  over: `${new Set(searched).size} different keywords.`,
  columns: ['', 'answers', 'milliseconds'],
  rows: [
    [
      'answered 200',
      found.length,
      `p50 ${percentile(
        found.map(({ ms }) => ms),
        0.5,
      ).toFixed(0)}`,
    ],
    ['of these within 10 seconds', inTime.length, ''],
    ['all other answers', refused.length, `at most ${longest(refused)}`],
    ['of these with `Retry-After`', refused.filter(({ retryAfter }) => retryAfter !== undefined).length, ''],
    ['cheap reads meanwhile', cheap.length, `p95 ${percentile(cheap, 0.95).toFixed(0)}`],
  ],
  bars: [
    { what: 'answers with 500 or 502', measured: failed.length, most: 0 },
    { what: 'longest refusal', measured: longest(refused), most: 3000, unit: ' ms' },
    {
      what: 'cheap reads meanwhile, p95',
      measured: Math.round(percentile(cheap, 0.95)),
      most: 100,
      unit: ' ms',
    },
  ],
})
