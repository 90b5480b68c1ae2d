import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type PostmasterFile = {
  pid: number
  port: number
  socketFolder: string
  status: string
}

export function postmasterFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

/** Null when there is none; `unreadable` when there is one that a crash left half written. */
export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | 'unreadable' | null> {
  try {
    return parsePostmasterFile(await readFile(postmasterFilePath(cluster), 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Lines: pid, folder, start time, port, socket folder, TCP address, shared memory, status. */
function parsePostmasterFile(text: string): PostmasterFile | 'unreadable' {
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid < 1) return 'unreadable'
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? '', status: lines[7] ?? '' }
}
