import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { cannotRun } from './create-cluster.ts'
import { type PostmasterFile, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts'
import { ownerOfProcess, serverMark } from './process-owner.ts'
import { accountOptions } from './server-account.ts'
import { listenSettings } from './server-address.ts'
import { explainFailure, openServerLog, readServerLog, saysStillInUse } from './server-log.ts'
import { serverSettings } from './server-settings.ts'
import { pathForServer, type ServerSite } from './server-site.ts'

const pollMs = 20
const stillInUseMs = 30_000

/** The server of this folder if it runs, whichever process started it. Waits for one that is starting or stopping. */
export async function findRunningServer(
  { folder }: ServerSite,
  signal?: AbortSignal,
): Promise<PostmasterFile | null> {
  for (;;) {
    signal?.throwIfAborted()
    const file = await readPostmasterFile(folder.cluster)
    if (file === null) return null
    const owner = file === 'unreadable' ? 'stranger' : await ownerOfProcess(file.pid, folder.cluster)
    if (file !== 'unreadable' && owner === 'ours') {
      if (file.status === 'ready') return file
      await sleep(pollMs)
      continue
    }
    // The server takes any living process of its user for its predecessor, so we decide for it.
    await rm(postmasterFilePath(folder.cluster), { force: true })
    return null
  }
}

/** Starts the server, after a death where it was before, and waits until it takes connections; it outlives us. */
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
  const settings = Object.entries({ ...serverSettings(), ...listen }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const words = [...settings, serverMark(cluster)].flatMap((setting) => ['-c', setting])
  const child = spawn(site.binaries.postgres, ['-D', pathForServer(site, cluster), ...words], {
    ...accountOptions(site.account),
    cwd: cluster,
    // A process group of its own: Ctrl-C in the terminal is for us, and we stop the server in order.
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

/** Null when the server ended instead. Recovery after a crash takes as long as it takes. */
async function waitUntilReady(
  { folder }: ServerSite,
  child: ChildProcess,
  signal: AbortSignal | undefined,
): Promise<PostmasterFile | null> {
  while (child.exitCode === null && child.signalCode === null) {
    if (signal?.aborted) await endStart(child)
    signal?.throwIfAborted()
    const file = await readPostmasterFile(folder.cluster)
    if (file !== null && file !== 'unreadable' && file.pid === child.pid && file.status === 'ready')
      return file
    await sleep(pollMs)
  }
  return null
}

/** Hard, since a server in recovery may overlook the gentle way; the next one begins its recovery again. */
async function endStart(child: ChildProcess): Promise<void> {
  // Nothing else may be left to keep our own process waiting.
  child.ref()
  const ended = once(child, 'exit')
  child.kill('SIGQUIT')
  await ended
}
