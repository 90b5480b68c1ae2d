import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nullIfMissing } from './system-error.ts'

export type PostmasterFile = { pid: number; port: number; socketFolder: string; status: string }

export function postmasterFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Null if the file does not exist, or is incomplete after a crash. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFilePath(cluster), 'utf8').catch(nullIfMissing)
  // The lines of the file: pid, folder, start time, port, socket folder, TCP address, shared memory, status.
  const lines = (text ?? '').split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 1) return null
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? '', status: lines[7] ?? '' }
}

/** `gone` includes a zombie, a process that has ended but whose exit code its parent has not read. */
export type ProcessOwner = 'ours' | 'gone' | 'stranger'

/** A word on the server's command line that identifies it. */
export function serverMark(cluster: string): string {
  return `unmet.database=${cluster}`
}

/**
 * Whether the process with this id is the server of this cluster. After a crash, another process may have the
 * id.
 */
export async function ownerOfProcess(
  pid: number,
  cluster: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessOwner> {
  const found = await findProcess(pid, platform)
  if (found === null || found.state.startsWith('Z') || found.state.startsWith('X')) return 'gone'
  return found.command.endsWith(serverMark(cluster)) ? 'ours' : 'stranger'
}

/** The file of this cluster's server, if the server runs. */
export async function findOwnServer(cluster: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(cluster)
  return file !== null && (await ownerOfProcess(file.pid, cluster)) === 'ours' ? file : null
}

type FoundProcess = { state: string; command: string }

async function findProcess(pid: number, platform: NodeJS.Platform): Promise<FoundProcess | null> {
  if (platform === 'linux') return readProc(pid)
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
  const run = promisify(execFile)
  const asked =
    platform === 'win32'
      ? run('powershell', ['-NoProfile', '-Command', query])
      : run('ps', ['-ww', '-o', 'state=,command=', '-p', String(pid)])
  const { stdout } = await asked.catch(() => ({ stdout: '' }))
  const command = stdout.trim().replace(/"$/, '')
  return command === '' ? null : { state: platform === 'win32' ? 'R' : command, command }
}

async function readProc(pid: number): Promise<FoundProcess | null> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    // The name of the program is in parentheses before the state, and may itself contain parentheses.
    return { state: status.slice(status.lastIndexOf(')') + 2), command: command.replace(/(?<!\0)\0+$/, '') }
  } catch {
    return null
  }
}
