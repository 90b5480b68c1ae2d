import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cannotRun } from './create-cluster.ts'
import {
  findOwnServer,
  ownerOfProcess,
  postmasterFilePath,
  readPostmasterFile,
  serverMark,
} from './postmaster-file.ts'
import { accountOptions } from './server-account.ts'
import { listenSettings, removeSocketFolder } from './server-address.ts'
import {
  explainFailure,
  explainFullDisk,
  openServerLog,
  readServerLog,
  saysStillInUse,
  sizeOfServerLog,
} from './server-log.ts'
import { pathForServer, type ServerSite } from './server-site.ts'
import { succeeds } from './settled-within.ts'

const pollMs = 20
const stillInUseMs = 30_000

/**
 * Finds the server of this folder if it runs, whichever process started it. Waits while it is starting or
 * stopping.
 */
export async function findRunningServer({ folder }: ServerSite, signal?: AbortSignal) {
  for (;;) {
    signal?.throwIfAborted()
    const file = await findOwnServer(folder.cluster)
    if (file?.status === 'ready') return file
    if (file === null) {
      // The file of a dead server is removed, because a new server would mistake any process of its user with
      // the recorded id for its predecessor.
      await rm(postmasterFilePath(folder.cluster), { force: true })
      return null
    }
    await sleep(pollMs)
  }
}

/**
 * Starts the server and waits until it accepts connections. After a crash it gets its previous address. It
 * keeps running when this process ends.
 */
export async function startServer(site: ServerSite, back: { port: number; signal: AbortSignal } | null) {
  const giveUpAt = Date.now() + stillInUseMs
  for (;;) {
    const log = await openServerLog(site.folder)
    const child = await launch(site, await listenSettings(site, back?.port ?? null), log.handle.fd)
    await log.handle.close()
    const file = await waitUntilReady(site, child, back?.signal)
    if (file !== null) return file
    const written = await readServerLog(site.folder, log.from)
    if (!saysStillInUse(written) || Date.now() > giveUpAt)
      throw explainFailure(site.folder, site.account, written)
    await sleep(10 * pollMs)
  }
}

async function launch(site: ServerSite, listen: Record<string, string>, logFd: number) {
  const { cluster } = site.folder
  const settings = Object.entries({ ...serverSettings(), ...site.settings, ...listen }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const words = [...settings, serverMark(cluster)].flatMap((setting) => ['-c', setting])
  const child = spawn(site.binaries.postgres, ['-D', pathForServer(site, cluster), ...words], {
    ...accountOptions(site.account),
    cwd: cluster,
    // The server gets its own process group, so that Ctrl-C in the terminal reaches only us. We then shut the
    // server down cleanly.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', logFd, logFd],
  })
  child.unref()
  await once(child, 'spawn').catch((error: unknown) => {
    throw cannotRun(site.binaries.postgres, error)
  })
  return child
}

/** Null if the server ended before it was ready. Crash recovery may take any amount of time. */
async function waitUntilReady({ folder }: ServerSite, child: ChildProcess, signal: AbortSignal | undefined) {
  while (child.exitCode === null && child.signalCode === null) {
    if (signal?.aborted) await endStart(child)
    signal?.throwIfAborted()
    const file = await readPostmasterFile(folder.cluster)
    if (file?.pid === child.pid && file?.status === 'ready') return file
    await sleep(pollMs)
  }
  return null
}

/**
 * Stops in immediate mode, because a server in recovery may ignore a fast shutdown. The next start repeats
 * the recovery.
 */
async function endStart(child: ChildProcess): Promise<void> {
  // The child must not keep our own process alive.
  child.ref()
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}

/**
 * A service manager kills a service that has not stopped after about ten seconds. The next start then
 * completes the shutdown.
 */
const inOrderMs = 7_000
/** The server itself kills its remaining processes after 5 s. */
const hardMs = 6_000

/** Stops the server and waits for its end. If a fast shutdown takes too long, an immediate one follows. */
export async function stopServer(site: ServerSite, log: (line: string) => void = () => {}): Promise<void> {
  const { folder } = site
  const file = await findOwnServer(folder.cluster)
  if (file === null) return
  const from = await sizeOfServerLog(folder)
  const inOrder = await stop(site, file.pid, 'fast')
  const fullDisk = explainFullDisk(folder, await readServerLog(folder, from))
  if (fullDisk !== null) log(fullDisk)
  else if (!inOrder) {
    log(
      `The database server did not end within ${inOrderMs / 1000} s and was stopped immediately. ` +
        'Nothing that was saved is lost; the next start recovers it and may take longer.',
    )
  }
  if (!inOrder) await stop(site, file.pid, 'immediate')
  await removeSocketFolder(folder.cluster)
}

async function stop({ folder, binaries }: ServerSite, pid: number, mode: 'fast' | 'immediate') {
  const limitMs = mode === 'fast' ? inOrderMs : hardMs
  if (process.platform === 'win32') {
    const words = ['stop', '-D', folder.cluster, '-m', mode, '-t', String(limitMs / 1000)]
    return succeeds(promisify(execFile)(binaries.pgCtl, words))
  }
  sendSignal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  return hasEnded(pid, folder.cluster, limitMs)
}

function sendSignal(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The server has ended in the meantime.
  }
}

async function hasEnded(pid: number, cluster: string, limitMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + limitMs
  while (Date.now() < giveUpAt) {
    if ((await ownerOfProcess(pid, cluster)) !== 'ours') return true
    await sleep(pollMs)
  }
  return false
}

const megabyte = 1024 * 1024

/** The settings of the embedded server. The product does not change the settings of an external server. */
export function serverSettings(memoryBytes = ownMemoryBytes()): Record<string, string> {
  return {
    shared_buffers: `${sharedBuffersMb(memoryBytes)}MB`,
    work_mem: '32MB',
    maintenance_work_mem: '128MB',
    gin_pending_list_limit: '32MB',
    max_connections: '100',
    jit: 'off',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The operator reads this log, so it must not contain texts of posts, keywords or e-mail addresses.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

/** An eighth of the memory. With 3 GB instead of 512 MB, searching a million posts takes half the time. */
function sharedBuffersMb(memoryBytes: number): number {
  return Math.min(4096, Math.max(64, Math.floor(memoryBytes / 8 / megabyte)))
}

/** The memory limit of this process, or of its container if there is one. */
function ownMemoryBytes(): number {
  const constrained = process.constrainedMemory()
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}
