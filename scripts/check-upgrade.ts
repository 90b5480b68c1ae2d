import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openEmbeddedPostgres } from '#server/database/embedded-postgres.ts'
import { percentile } from '../bench/percentile.ts'
import { openProxy } from './loopback-proxy.ts'
import { type LoadTally, startLoad } from './upgrade-load.ts'
import { expectSearches, findLost, signUp, writePosts } from './upgrade-people.ts'
import { type Instance, runCommandOf, startInstance, unpackVersion } from './version-program.ts'

const help = `Upgrades two instances of an older version to this one under load, one after the other. The instances share
a PostgreSQL and are behind a load balancer on loopback. No request may fail, and every answer has to be right.`

const root = resolve(import.meta.dirname, '..')
/** Longer than the load balancer needs to notice that an instance is draining. */
const drainSeconds = 3
/**
 * The number of accounts. Each account makes one write after another, so that its last write is known. At any
 * time, only some of the accounts write.
 */
const mostPeople = 40
const settleMs = 5_000
const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`)

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const address = probe.address()
  await probe[Symbol.asyncDispose]()
  return typeof address === 'object' && address !== null ? address.port : 0
}

type Scores = ReadonlyMap<string, number>

async function readScores(database: pg.Client): Promise<Scores> {
  const { rows } = await database.query<{ id: string; score: number }>(
    `select source || ':' || source_id as id, opportunity_score as score from archive_posts`,
  )
  return new Map(rows.map(({ id, score }) => [id, score]))
}

/** Posts that were shown with a score that neither version has given them. */
function findWrongScores(shown: LoadTally['shown'], before: Scores, after: Scores) {
  return [...shown].flatMap(([id, scores]) =>
    [...scores]
      .filter((score) => score !== before.get(id) && score !== after.get(id))
      .map(
        (score) => `${id} was shown with ${score}, but its scores are ${before.get(id)} and ${after.get(id)}`,
      ),
  )
}

type Stage = Awaited<ReturnType<typeof openStage>>

/** A PostgreSQL server outside the product, and a load balancer. */
async function openStage(folder: string) {
  const server = await openEmbeddedPostgres(join(folder, 'server'), { role: 'command', log: () => {} })
  const { host, port, password = '' } = server.address
  const databaseUrl = `postgresql://unmet:${password}@localhost:${port}/unmet?host=${encodeURIComponent(host)}`
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const proxy = await openProxy()
  const running = new Set<Instance>()
  return {
    proxy,
    database,
    environmentOf: (name: string) => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      SESSION_SECRET: 'a secret of the upgrade check that is long enough',
      PUBLIC_URL: proxy.url,
      TRUSTED_PROXIES: '127.0.0.1',
      READY_THREADS: '1',
      DRAIN_SECONDS: String(drainSeconds),
    }),
    /** Starts an instance and waits until the load balancer uses it. */
    async start(version: string, name: string): Promise<Instance> {
      const instance = await startInstance(version, await freePort(), this.environmentOf(name))
      running.add(instance)
      proxy.add(instance.port)
      while (!proxy.isReady(instance.port)) await sleep(50)
      return instance
    },
    async stop(instance: Instance): Promise<number | null> {
      const code = await instance.stop()
      running.delete(instance)
      proxy.remove(instance.port)
      return code
    },
    async countMigrations(): Promise<number> {
      const { rows } = await database.query(
        'select count(*)::int as applied from drizzle.__drizzle_migrations',
      )
      return rows[0].applied
    },
    async close(): Promise<void> {
      await Promise.all([...running].map((instance) => instance.stop()))
      proxy.close()
      await database.end()
      await server.close()
    },
  }
}

/** Versions without DRAIN_SECONDS are removed from the load balancer by hand before they are stopped. */
function drainsItself(version: string): boolean {
  const file = join(version, 'server/config/operations-config.ts')
  return existsSync(file) && readFileSync(file, 'utf8').includes('DRAIN_SECONDS')
}

type Asked = { older: string; folder: string; posts: number; rate: number }

/**
 * Starts each new instance before it stops an old one. On a small machine, the start slows down the other old
 * instance.
 */
async function replaceBoth(stage: Stage, older: string, both: readonly Instance[]) {
  for (const [at, leaving] of both.entries()) {
    // The first new instance starts without a search index. The second one has the index of the instance that
    // it replaces.
    await stage.start(root, at === 0 ? 'new' : 'old0')
    say('An instance of this version is ready')
    if (!drainsItself(older)) {
      stage.proxy.takeOut(leaving.port)
      await sleep(drainSeconds * 1000)
    }
    const code = await stage.stop(leaving)
    say(`An instance of the older version ended with ${code}`)
    await sleep(settleMs)
  }
}

async function isDowngradeRefused(older: string, environment: Record<string, string>): Promise<boolean> {
  const { code, said } = await runCommandOf(older, ['server/main.ts'], { ...environment, PORT: '0' })
  const isRefused = code === 1 && said.trim().split('\n').length === 1 && said.includes('newer version')
  say(`A downgrade ${isRefused ? 'is refused' : 'IS NOT REFUSED'}: ${said.trim()}`)
  return isRefused
}

function tell(
  { sent, failed, wrong, searchMs }: LoadTally,
  seconds: number,
  lost: readonly string[],
): boolean {
  for (const line of [...lost, ...wrong, ...failed].slice(0, 40)) say(line)
  const kinds = Object.entries(sent).map(([kind, count]) => `${kind} ${count}`)
  const all = Object.values(sent).reduce((sum, count) => sum + count, 0)
  say(
    `${all} requests in ${seconds.toFixed(0)} s (${kinds.join(', ')}): ${failed.length} failed, ` +
      `${wrong.length} wrong answers, ${lost.length} lost writes. Searches: p50 ${percentile(searchMs, 0.5).toFixed(0)} ms, ` +
      `p99 ${percentile(searchMs, 0.99).toFixed(0)} ms. Load of the machine ${loadavg()[0]?.toFixed(1)}`,
  )
  return failed.length + wrong.length + lost.length === 0
}

async function upgrade(stage: Stage, { older, folder, posts, rate }: Asked): Promise<boolean> {
  const { proxy, database, environmentOf } = stage
  const dump = join(folder, 'posts.ndjson')
  await writePosts(dump, posts)
  const imported = await runCommandOf(older, ['scripts/archive-import.ts', dump], environmentOf('import'))
  if (imported.code !== 0) throw new Error(imported.said)
  const migrations = await stage.countMigrations()
  const both = [await stage.start(older, 'old0'), await stage.start(older, 'old1')]
  const hasWatches = existsSync(join(older, 'contract/watches.ts'))
  const people = []
  for (let at = 1; at <= mostPeople; at += 1)
    people.push(await signUp({ url: proxy.url, database, hasWatches }, at))
  const expected = await expectSearches(proxy.url, people)
  const before = await readScores(database)
  say(`Two instances of the older version run over ${posts} posts; the load begins`)
  const load = startLoad({ url: proxy.url, people, expected, rate })
  await sleep(settleMs)
  await replaceBoth(stage, older, both)
  const rescored = await runCommandOf(root, ['scripts/archive-rescore.ts'], environmentOf('rescore'))
  say(rescored.said.trim())
  await sleep(settleMs)
  const { seconds, ...tally } = await load.stop()
  const after = await readScores(database)
  tally.wrong.push(...findWrongScores(tally.shown, before, after))
  if (rescored.code !== 0) tally.wrong.push('The rescoring failed')
  const isRight = tell(tally, seconds, await findLost(proxy.url, people))
  const applied = (await stage.countMigrations()) - migrations
  const changed = [...after].filter(([id, score]) => before.get(id) !== score).length
  say(
    `${applied} migrations; ${changed} posts with another score; drained by ${drainsItself(older) ? 'itself' : 'hand'}`,
  )
  const isRefused = applied === 0 || (await isDowngradeRefused(older, environmentOf('older')))
  return isRight && isRefused
}

function newestTag(): string | undefined {
  const { stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], {
    cwd: root,
    encoding: 'utf8',
  })
  return stdout.trim() || undefined
}

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    from: { type: 'string', default: newestTag() },
    posts: { type: 'string', default: '20000' },
    rate: { type: 'string', default: '50' },
    keep: { type: 'string' },
  },
})
if (values.help === true || values.from === undefined) {
  console.log(help)
  process.exit(values.help === true ? 0 : 2)
}
const folder = await mkdtemp(join(tmpdir(), 'unmet-upgrade-'))
const older = resolve(values.keep ?? join(folder, 'older'))
await unpackVersion(root, values.from, older)
const stage = await openStage(folder)
try {
  process.exitCode = (await upgrade(stage, {
    older,
    folder,
    posts: Number(values.posts),
    rate: Number(values.rate),
  }))
    ? 0
    : 1
} finally {
  await stage.close()
  await rm(folder, { recursive: true })
}
