import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnCollection, OwnMapping } from '#contract/own-material.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startScan } from '#server/features/scan/start-scan.ts'
import { makeLogger } from '#server/operations/logger.ts'
import { wireScan } from '#server/wiring/wire-scan.ts'
import { wireSources } from '#server/wiring/wire-sources.ts'
import { workersHere as workers } from '#server/wiring/wire-workers.ts'
import { saveFigures } from './save-figures.ts'
import { startSearchServer } from './start-search-server.ts'
import { briefFile, feedBodies, ownFiles, pastedLists, pastedPosts, smallFile } from './worst-inputs.ts'

// Measures how long others wait while an account or a site sends worst-case input: npm run bench:loop -- [PART]

const only = process.argv[2]
const dataDir = await mkdtemp(join(tmpdir(), 'unmet-loop-'))

/** A fake site that does not answer until the measurement begins. */
const released = Promise.withResolvers<void>()
const site = createServer(({ url: path = '' }, reply) => {
  const body = feedBodies.get(path)
  void released.promise.then(() => reply.setHeader('content-type', 'application/xml').end(body))
}).listen(0, '127.0.0.1')
await once(site, 'listening')
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const variables = {
  DATA_DIR: dataDir,
  FEEDS: [...feedBodies.keys()].map((path) => `http://${host}${path}`).join(' '),
  PRIVATE_HOSTS: host,
  HACKER_NEWS: 'off',
  SCAN_AT: 'never',
}

const config = loadConfig(variables)
const openBeside = () => openDatabase(config, 'command', () => {})

/** Queues a read of all feeds. The reading starts when the product starts. */
async function planReading(): Promise<void> {
  const database = await openBeside()
  const clock = () => new Date()
  const publicUrl = 'http://127.0.0.1'
  const parts = { config, database, clock, workers, publicUrl, logger: makeLogger('silent') }
  const { live } = await wireSources({ ...parts, stoppedClock: null })
  await startScan(wireScan({ ...parts, live }).scanning, 'command')
  await database.close()
}

await planReading()
const { child, url } = await startSearchServer(dataDir, variables)
process.on('exit', () => child.kill())
const plans = await openBeside()

/** The maximum wait for a reply. A longer wait counts as a failure, and the measurement continues. */
const longestMs = 120_000

type Asked = { method?: string; cookie?: string; body?: object }

async function ask(path: string, { method, cookie, body }: Asked = {}) {
  const reply = await fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(longestMs),
  })
  const text = await reply.text()
  return {
    status: reply.status,
    text,
    cookies: reply.headers.getSetCookie().map((one) => one.split(';')[0] ?? ''),
  }
}

async function signUp(name: string): Promise<string> {
  const person = {
    email: `${name}@example.test`,
    password: 'plum teapot orbit 42',
    firstName: 'A',
    lastName: 'B',
  }
  const { status, text, cookies } = await ask('/api/register', { body: person })
  const cookie = cookies.find((one) => one.startsWith('sid='))
  if (cookie === undefined) throw new Error(`${name} was not signed up: ${status} ${text}`)
  return cookie
}

async function upload(cookie: string, name: string, parts: readonly string[]): Promise<string> {
  const { text } = await ask('/api/own/collections', { cookie, body: { collectionName: name } })
  const { id } = JSON.parse(text) as { id?: string }
  if (id === undefined) throw new Error(`No room for ${name}: ${text}`)
  for (const [part, piece] of parts.entries())
    await ask(`/api/own/collections/${id}/parts/${part}`, { method: 'PUT', cookie, body: { text: piece } })
  return id
}

const collectionsOf = async (cookie: string) =>
  (JSON.parse((await ask('/api/own/collections', { cookie })).text) as { collections: OwnCollection[] })
    .collections

async function untilScored(cookie: string, id: string): Promise<OwnCollection | undefined> {
  const givenUpAt = performance.now() + longestMs
  for (;;) {
    const found = (await collectionsOf(cookie)).find((one) => one.id === id)
    if (found === undefined || found.state === 'ready' || found.state === 'failed') return found
    if (performance.now() > givenUpAt) return found
    await sleep(25)
  }
}

const remove = (cookie: string, id: string) => ask(`/api/own/collections/${id}`, { method: 'DELETE', cookie })

const oneColumn: OwnMapping = {
  format: 'lines',
  hasHeader: true,
  title: null,
  text: Array<string>(12).fill('text'),
  date: null,
  link: null,
  group: null,
}

/** Uploads a file, maps its columns and waits until it is read. Returns its id. */
async function bring(cookie: string, name: string, parts: readonly string[]): Promise<string> {
  const id = await upload(cookie, name, parts)
  const preview = await ask(`/api/own/collections/${id}/preview`, { cookie, body: {} })
  const guessed =
    preview.status === 200 ? (JSON.parse(preview.text) as { mapping: OwnMapping }).mapping : oneColumn
  const [first = 'text'] = guessed.text
  const mapping = { ...guessed, text: Array<string>(12).fill(first) }
  const mapped = await ask(`/api/own/collections/${id}/mapping`, { method: 'PUT', cookie, body: { mapping } })
  if (mapped.status === 200) await untilScored(cookie, id)
  return id
}

async function timeSmallFile(cookie: string): Promise<number> {
  const startedAt = performance.now()
  const id = await bring(cookie, 'Small', [smallFile])
  const ms = performance.now() - startedAt
  const found = (await collectionsOf(cookie)).find((one) => one.id === id)
  if (found?.rows !== 100) throw new Error(`The small file has ${found?.rows} rows: ${found?.failure}`)
  await remove(cookie, id)
  return ms
}

async function readDelay(): Promise<{ maxMs: number; longestWorkMs: number }> {
  child.send('read')
  const [read] = await once(child, 'message')
  return read
}

const [attacker, other] = [await signUp('attacker'), await signUp('other')]
const searched = await ask('/api/search', { body: { keyword: 'invoices' } })
const visitor = searched.cookies.join('; ')
const { sessionId } = JSON.parse(searched.text) as { sessionId: string }
const saved = `/api/search-results/${sessionId}`
const first = await ask(saved, { cookie: visitor })
if (first.status !== 200) throw new Error(`Saved results cannot be read: ${first.status} ${first.text}`)
const quietTimes: number[] = []
for (let time = 0; time < 7; time += 1) quietTimes.push(await timeSmallFile(other))
const quiet = quietTimes.toSorted((a, b) => a - b)[3] ?? 0

type Measured = {
  name: string
  live: number
  saved: number
  loop: number
  work: number
  small: number
  refused: number
}
const measured: Measured[] = []

/** Sends one request after another until it is stopped. Returns the longest duration. */
function keepAsking(path: string, everyMs: number) {
  let goesOn = true
  let longest = 0
  let refused = 0
  const asking = (async () => {
    while (goesOn) {
      const startedAt = performance.now()
      const { status } = await ask(path, { cookie: visitor })
      if (status === 200) longest = Math.max(longest, performance.now() - startedAt)
      else refused += 1
      await sleep(everyMs)
    }
  })()
  return async () => {
    goesOn = false
    await asking
    return { longest, refused }
  }
}

async function measure(name: string, attack: () => Promise<unknown>): Promise<void> {
  if (only !== undefined && !name.includes(only)) return
  child.send('reset')
  const [endLive, endSaved] = [keepAsking('/livez', 10), keepAsking(saved, 600)]
  const attacking = attack()
  const small = await timeSmallFile(other)
  await attacking
  const [live, reads] = [await endLive(), await endSaved()]
  const { maxMs: loop, longestWorkMs: work } = await readDelay()
  measured.push({
    name,
    live: live.longest,
    saved: reads.longest,
    loop,
    work,
    small: small / quiet,
    refused: reads.refused,
  })
  console.log(
    `${name}: /livez ${live.longest.toFixed(0)} ms, saved results ${reads.longest.toFixed(0)} ms, event loop ${loop.toFixed(0)} ms (its own work ${work.toFixed(0)} ms), ` +
      `100 rows ${(small / quiet).toFixed(1)} times ${quiet.toFixed(0)} ms${reads.refused > 0 ? `, ${reads.refused} reads refused` : ''}`,
  )
}

/** Waits until every feed was requested and read, and until its posts or its failure are stored. */
async function readFeeds(): Promise<void> {
  released.resolve()
  const givenUpAt = performance.now() + longestMs
  for (;;) {
    const { rows } = await plans.pool.query(
      "select from scan_targets where state = 'waiting' and reason is null limit 1",
    )
    if (rows.length === 0) return
    if (performance.now() > givenUpAt) return console.log('The feeds were not all read in time')
    await sleep(100)
  }
}

await measure('nothing', () => sleep(1000))
await measure('feeds', readFeeds)
for (const { name, body } of pastedPosts)
  await measure(`pasted post: ${name}`, () => ask('/api/score', { cookie: attacker, body }))
for (const { name, body } of pastedLists)
  await measure(`pasted list: ${name}`, () => ask('/api/lists/read', { cookie: attacker, body }))
for (const { name, parts } of ownFiles)
  await measure(`own file: ${name}`, async () => remove(attacker, await bring(attacker, name, parts)))
await measure('three own files', async () => {
  const ids = await Promise.all(ownFiles.slice(0, 3).map(({ name, parts }) => bring(attacker, name, parts)))
  for (const id of ids) await remove(attacker, id)
})
await bring(attacker, briefFile.name, briefFile.parts)
await measure('brief of own rows', () => ask('/api/own/brief', { cookie: attacker, body: {} }))
await measure('brief of own rows for a keyword', () =>
  ask('/api/own/brief', { cookie: attacker, body: { keyword: 'invoices' } }),
)
await measure('brief of public posts', () => ask(`${saved}/brief`, { cookie: visitor }))

await plans.close()
child.send('stop')
await once(child, 'exit')
site.close()
site.closeAllConnections()
await rm(dataDir, { recursive: true, force: true })

const worst = (of: 'live' | 'saved' | 'loop' | 'work') =>
  Math.round(Math.max(...measured.map((one) => one[of])))
/** On a busy machine, other processes make these waits longer. */
const load = Math.max(...loadavg())
const ratio = Math.max(...measured.map(({ small }) => small))
console.log(
  `Worst: /livez ${worst('live')} ms, saved results ${worst('saved')} ms, event loop ${worst('loop')} ms (its own work ${worst('work')} ms), 100 rows ${ratio.toFixed(1)} times; load of the machine ${load.toFixed(1)} on ${availableParallelism()} cores`,
)
saveFigures('loop', {
  title: 'Worst-case input from one user',
  command: 'npm run bench:loop',
  over: `${measured.length} inputs of maximum size, from one free account or one site. System load: up to ${load.toFixed(1)} on ${availableParallelism()} cores.`,
  columns: ['what others request', 'longest, ms'],
  rows: [
    ['`/livez`', worst('live')],
    ['saved results', worst('saved')],
    ['the event loop', worst('loop')],
    ['of that, CPU time of the main thread', worst('work')],
  ],
  bars: [
    {
      what: 'longest wait',
      measured: Math.max(worst('live'), worst('saved'), worst('loop')),
      most: 250,
      unit: ' ms',
    },
    {
      what: "scoring another user's 100 rows",
      measured: Math.round(ratio * 10) / 10,
      most: 3,
      unit: ' times as long as without load',
    },
  ],
})
