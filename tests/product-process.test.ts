import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ownerOfProcess, readPostmasterFile } from '#server/database/postmaster-file.ts'
import { compileCache } from '#tests/harness/compile-cache.ts'
import { copyDatabase } from '#tests/harness/copy-database.ts'
import { makeTemporaryDataDir, type TemporaryDataDir } from '#tests/harness/temporary-data-dir.ts'

const root = join(import.meta.dirname, '..')

let folder: TemporaryDataDir
let dataDir: string
const started: ChildProcess[] = []

beforeEach(async () => {
  folder = await makeTemporaryDataDir()
  dataDir = folder.path
})
afterEach(async () => {
  const running = started.splice(0).filter((child) => child.exitCode === null && child.signalCode === null)
  for (const child of running) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await folder.remove()
})

/** The database server's process id, once there is one. */
async function databasePid(): Promise<number> {
  const read = async () => {
    const file = await readPostmasterFile(join(dataDir, 'postgres'))
    return file?.pid ?? null
  }
  return vi.waitUntil(read, { interval: 5, timeout: 30_000 })
}

type Ended = { code: number | null; output: string; errors: string }

const mainProgram: readonly string[] = [process.execPath, 'server/main.ts']

/** Starts the product like an operator. `ready` resolves to its URL, `ended` to its output. */
function start(environment: Record<string, string>, [program = '', ...args] = mainProgram) {
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      HACKER_NEWS: 'off',
      // A thread takes a second to prepare, so only the first test prepares the default number.
      READY_THREADS: '1',
      ...compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const said = { output: '', errors: '' }
  const url = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.output += text
    const address = /Unmet is ready: (\S+)/.exec(said.output)?.[1]
    if (address !== undefined) url.resolve(address)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.errors += text
  })
  const ended = once(child, 'close').then(([code]): Ended => ({ code: code as number | null, ...said }))
  void ended.then((end) => url.reject(new Error(`It ended: ${JSON.stringify(end)}`)))
  url.promise.catch(() => {})
  return { child, ready: url.promise, ended }
}

describe('the product as a process', { timeout: 60_000 }, () => {
  test('prints its URL, answers there, finds its samples, and stops cleanly', async () => {
    const { child, ready, ended } = start({ READY_THREADS: '3' })
    const url = await ready
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
    const reply = await fetch(`${url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keyword: 'invoice' }),
    })
    const answer = (await reply.json()) as { count: number; results: { sample: boolean }[] }
    expect(answer.count).toBeGreaterThan(5)
    expect(answer.results.every((one) => one.sample)).toBe(true)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'stops its database server if it gets %s during the start',
    async (signal) => {
      const { child, ended } = start({})
      const pid = await databasePid()
      child.kill(signal)
      expect(await ended).toMatchObject({ code: 0, errors: '' })
      expect(await ownerOfProcess(pid, join(dataDir, 'postgres'))).toBe('gone')
      expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBe(null)
    },
  )

  test('reports that it is not ready while draining, and answers other requests until a second signal', async () => {
    await copyDatabase(dataDir)
    const { child, ready, ended } = start({ DRAIN_SECONDS: '20' })
    const url = await ready
    const status = async () => (await fetch(`${url}/readyz`)).status
    await expect.poll(status, { interval: 5, timeout: 20_000 }).toBe(200)
    child.kill('SIGTERM')
    await expect.poll(status, { interval: 5, timeout: 10_000 }).toBe(503)
    const page = await fetch(url)
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
    child.kill('SIGINT')
    expect((await ended).code).toBe(0)
    await expect(fetch(`${url}/livez`)).rejects.toThrow()
  })

  // Windows has no such signals: Ctrl-C reaches every process of the console.
  test.skipIf(process.platform === 'win32')(
    'and its database end before npm, if npm started it and gets SIGTERM',
    { timeout: 120_000 },
    async () => {
      await copyDatabase(dataDir)
      // `prestart` is skipped, because other tests may be using the built page.
      const { child, ready } = start({}, ['npm', 'start', '--ignore-scripts'])
      const url = await ready
      const pid = await databasePid()
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(await ownerOfProcess(pid, join(dataDir, 'postgres'))).toBe('gone')
      expect(await readPostmasterFile(join(dataDir, 'postgres'))).toBe(null)
      await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    },
  )

  test('refuses a data folder that is in use, with one sentence', async () => {
    await copyDatabase(dataDir)
    const first = start({})
    await first.ready
    const second = await start({}).ended
    expect(second.code).toBe(1)
    expect(second.errors.trim().split('\n').length).toBe(1)
    expect(second.errors).toContain(dataDir)
    expect((await fetch(`${await first.ready}/healthz`)).status).toBe(200)
  })

  test('names an invalid variable, its value and the allowed values', async () => {
    const { code, errors } = await start({ PORT: 'eighty' }).ended
    expect(code).toBe(1)
    expect(errors.trim()).toBe(
      'PORT is "eighty", but it takes a port number from 0 to 65535 (0: any free one).',
    )
  })

  test('names a misspelt setting, and the correct name', async () => {
    const { errors } = await start({ PORT: 'eighty', SMPT_URL: 'smtp://mail.example' }).ended
    expect(errors.split('\n')[0]).toBe(
      'SMPT_URL is no setting of Unmet and has no effect. Did you mean SMTP_URL?',
    )
  })

  test('says so if its port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, errors } = await start({ PORT: String(port) }).ended
    other.close()
    expect(code).toBe(1)
    expect(errors).toContain('Stop what listens there or set PORT.')
    expect(errors.trim().split('\n').length).toBe(1)
    // The start fails before a database is created.
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  })

  test('says so if its address does not belong to this machine', async () => {
    const { code, errors } = await start({ HOST: '203.0.113.1' }).ended
    expect(code).toBe(1)
    expect(errors).toContain('Set HOST to an address of this machine.')
    expect(errors.trim().split('\n').length).toBe(1)
  })

  test('says so if the data folder is a file', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    const { code, errors } = await start({ DATA_DIR: file }).ended
    expect(code).toBe(1)
    expect(errors.trim().split('\n').length).toBe(1)
    expect(errors).toContain(file)
  })
})
