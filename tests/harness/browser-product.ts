import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compileCache } from './compile-cache.ts'
import { guardOutgoing } from './guard-outgoing.ts'

/** The text that the guard of outgoing connections prints (outgoing-guard.ts). */
const outgoing = /^Outgoing connection to .*$/mu

const root = join(import.meta.dirname, '../..')
const startLimitMs = 90_000

/** The complete product in its own process, with its own data folder. `log` is its output so far. */
export type BrowserProduct = { url: string; dataDir: string; log: () => string; stop: () => Promise<void> }

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const outcome = Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ])
  probe.listen(port, '127.0.0.1')
  const free = await outcome
  if (free) await new Promise((closed) => probe.close(closed))
  return free
}

/** A free port below the range that the system uses for outgoing connections. */
async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok
  } catch {
    return false
  }
}

async function waitUntilReady(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const giveUpAt = Date.now() + startLimitMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`The product ended while it started:\n${output()}`)
    if (Date.now() > giveUpAt) throw new Error(`The product was not ready in time:\n${output()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * The environment variable that names the folder of a newly created database. Creating a database takes most
 * of the time of a first start.
 */
export const madeDatabase = 'UNMET_MADE_DATABASE'

/**
 * A data folder with a copy of the database in the folder `made`, by default the one that the run has
 * created. Empty if the run has created none.
 */
export async function makeDataDir(who: string, made = process.env[madeDatabase]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), `unmet-${who}-`))
  // The embedded database may run as another user, who needs access to this folder.
  await chmod(dataDir, 0o755)
  const parts = ['postgres', 'postgres.password'].map((name) => join(made ?? '', name))
  // `cp` keeps the owner of the files, unlike Node's own copying.
  if (made !== undefined) await promisify(execFile)('cp', ['-a', ...parts, dataDir])
  return dataDir
}

/**
 * Starts `node server/main.ts` with its own data folder, named after `who`, and waits until it answers. The
 * database is a copy of the one in `made`.
 */
export async function startBrowserProduct(
  who = 'browser',
  environment: Readonly<Record<string, string>> = {},
  made?: string,
): Promise<BrowserProduct> {
  const dataDir = await makeDataDir(who, made)
  const clear = () => rm(dataDir, { recursive: true, force: true })
  try {
    const product = await startProductOn(dataDir, environment)
    const stop = async () => {
      await product.stop()
      await clear()
    }
    return { ...product, stop }
  } catch (error) {
    await clear()
    throw error
  }
}

/** Starts the product with a data folder that is kept afterwards. */
export async function startProductOn(
  dataDir: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<BrowserProduct> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '100000',
      TRUSTED_PROXIES: '127.0.0.1',
      HACKER_NEWS: 'off',
      // Preparing a thread takes a second, so the product prepares more threads only when needed.
      READY_THREADS: '1',
      ...compileCache,
      ...guardOutgoing,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'close')
    const told = outgoing.exec(output)?.[0]
    if (told !== undefined)
      throw new Error(`The product connected to an address that was not configured. ${told}`)
  }
  try {
    await waitUntilReady(child, url, () => output)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, dataDir, log: () => output, stop }
}

let households = 0

/** A header that simulates another network, because one network may create only a few accounts. */
export function fromElsewhere({ url }: Pick<BrowserProduct, 'url'>): Record<string, string> {
  households += 1
  const product = Number(new URL(url).port) % 256
  return { 'x-forwarded-for': `10.${product}.${households >> 8}.${households % 256}` }
}
