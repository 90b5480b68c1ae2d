import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** `gone` includes a zombie: it has ended, but its parent has not read its exit code yet. */
export type ProcessOwner = 'ours' | 'gone' | 'stranger'

/** The word on the server's command line by which we know it again. */
export function serverMark(cluster: string): string {
  return `unmet.database=${cluster}`
}

/** Whether the process with this id is the server of this cluster: after a crash, ids are used again. */
export async function ownerOfProcess(
  pid: number,
  cluster: string,
  platform: NodeJS.Platform = process.platform,
): Promise<ProcessOwner> {
  const found = await findProcess(pid, platform)
  if (found === null || found.state.startsWith('Z') || found.state.startsWith('X')) return 'gone'
  return found.command.endsWith(serverMark(cluster)) ? 'ours' : 'stranger'
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
    // The program's name stands in brackets before the state and may hold brackets itself.
    return { state: status.slice(status.lastIndexOf(')') + 2), command: command.replace(/\0+$/, '') }
  } catch {
    return null
  }
}
