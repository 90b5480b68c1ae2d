import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { cannotRun } from './create-cluster.ts'
import { type PostmasterFile, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts'
import { ownerOfProcess, serverMark } from './process-owner.ts'
import { accountOptions } from './server-account.ts'
import { listenSettings, removeSocketFolder } from './server-address.ts'
import { explainFailure, openServerLog, readServerLog, saysStillInUse } from './server-log.ts'
import { serverSettings } from './server-settings.ts'
import { pathForServer, type ServerSite } from './server-site.ts'

const pollMs = 20
const stillInUseMs = 30_000
const stopMs = 20_000

/** The server of this folder if it runs, whoever started it. Waits for one that is starting or stopping. */
export async function findRunningServer({ folder }: ServerSite): Promise<PostmasterFile | null> {
  for (;;) {
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

/** Starts the server and waits until it takes connections; it lives on when we are killed. */
export async function startServer(site: ServerSite, port: number | null): Promise<PostmasterFile> {
  const giveUpAt = Date.now() + stillInUseMs
  for (;;) {
    const log = await openServerLog(site.folder)
    const child = await launch(site, await listenSettings(site, port), log.handle.fd)
    await log.handle.close()
    const file = await waitUntilReady(site, child)
    if (file !== null) return file
    const written = await readServerLog(site.folder, log.from)
    if (!saysStillInUse(written) || Date.now() > giveUpAt)
      throw explainFailure(site.folder, site.account, written)
    await sleep(10 * pollMs)
  }
}

async function launch(
  site: ServerSite,
  listen: Record<string, string>,
  logFd: number,
): Promise<ChildProcess> {
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
async function waitUntilReady({ folder }: ServerSite, child: ChildProcess): Promise<PostmasterFile | null> {
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPostmasterFile(folder.cluster)
    if (file !== null && file !== 'unreadable' && file.pid === child.pid && file.status === 'ready')
      return file
    await sleep(pollMs)
  }
  return null
}

/** Stops the server and waits until it has gone: in order, or hard when it does not come to an end. */
export async function stopServer(site: ServerSite): Promise<void> {
  const { cluster } = site.folder
  const file = await readPostmasterFile(cluster)
  if (file === null || file === 'unreadable') return
  if ((await ownerOfProcess(file.pid, cluster)) !== 'ours') return
  if (process.platform === 'win32') {
    await promisify(execFile)(site.binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast'])
  } else {
    process.kill(file.pid, 'SIGINT')
    if (!(await hasEnded(file.pid, cluster))) process.kill(file.pid, 'SIGQUIT')
    await hasEnded(file.pid, cluster)
  }
  await removeSocketFolder(cluster)
}

async function hasEnded(pid: number, cluster: string): Promise<boolean> {
  const giveUpAt = Date.now() + stopMs
  while (Date.now() < giveUpAt) {
    if ((await ownerOfProcess(pid, cluster)) !== 'ours') return true
    await sleep(pollMs)
  }
  return false
}
