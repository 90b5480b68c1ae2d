import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksMs = 10

type Running = { pid: number; parent: number; cpuMs: number }

function listProcesses(): Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const used = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0)
        return [{ pid: Number(name), parent: Number(fields[1]), cpuMs: used * ticksMs }]
      } catch {
        return []
      }
    })
}

const serverPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n', 1)[0])

/** The CPU times of the product's process and of its database server, in milliseconds. Linux only. */
export function cpuMs(pid: number, dataDir: string): { node: number; database: number } {
  const all = listProcesses()
  const below = (parent: number): number =>
    all.filter((one) => one.parent === parent).reduce((sum, one) => sum + one.cpuMs + below(one.pid), 0)
  const own = (some: number) => all.find((one) => one.pid === some)?.cpuMs ?? 0
  const server = serverPid(dataDir)
  return { node: own(pid), database: own(server) + below(server) }
}

/** Memory in MB: the product's own, and its database server's with each shared page counted once. */
export function memoryMb(pid: number, dataDir: string): { node: number; database: number } {
  const shareOf = (some: number) => {
    try {
      const text = readFileSync(`/proc/${some}/smaps_rollup`, 'utf8')
      return Number(/^Pss: +(\d+)/mu.exec(text)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  }
  const server = serverPid(dataDir)
  const children = listProcesses().filter(({ parent }) => parent === server)
  const database = [server, ...children.map((one) => one.pid)].reduce((sum, some) => sum + shareOf(some), 0)
  return { node: shareOf(pid), database }
}
