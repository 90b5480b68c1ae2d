import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readPostmasterFile } from './postmaster-file.ts'
import { ownerOfProcess } from './process-owner.ts'
import { removeSocketFolder } from './server-address.ts'
import { explainFullDisk, readServerLog, sizeOfServerLog } from './server-log.ts'
import type { ServerSite } from './server-site.ts'
import { succeeds } from './settled-within.ts'

const pollMs = 20
/** A service manager waits about ten seconds before it kills; recovery completes what is cut short here. */
const inOrderMs = 7_000
/** The server itself kills what is left of it after 5 s. */
const hardMs = 6_000

/** Stops the server and waits until it has gone: in order, or hard when that takes too long. */
export async function stopServer(site: ServerSite, log: (line: string) => void = () => {}): Promise<void> {
  const { folder } = site
  const file = await readPostmasterFile(folder.cluster)
  if (file === null || file === 'unreadable') return
  if ((await ownerOfProcess(file.pid, folder.cluster)) !== 'ours') return
  const from = await sizeOfServerLog(folder)
  const inOrder = await stop(site, file.pid, 'fast')
  const fullDisk = explainFullDisk(folder, await readServerLog(folder, from))
  if (fullDisk !== null) log(fullDisk)
  else if (!inOrder) {
    log(
      `The database server did not end within ${inOrderMs / 1000} s and was stopped hard. ` +
        'Nothing that was saved is lost; the next start puts it in order and may take longer.',
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
    // It has ended since we looked.
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
