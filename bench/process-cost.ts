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

/** The processes of the product and of its database server, which the product may have started. */
function listOf(pid: number, dataDir: string): { node: Running[]; database: Running[] } {
  const all = listProcesses()
  const server = serverPid(dataDir)
  const tree = (root: number, except?: number): Running[] =>
    all
      .filter((one) => one.parent === root && one.pid !== except)
      .flatMap((one) => [one, ...tree(one.pid, except)])
  const own = (some: number) => all.filter((one) => one.pid === some)
  return { node: [...own(pid), ...tree(pid, server)], database: [...own(server), ...tree(server)] }
}

const sumOf = (processes: readonly Running[], read: (one: Running) => number) =>
  processes.reduce((sum, one) => sum + read(one), 0)

/** The CPU milliseconds of the product's processes and of its database server. Linux only. */
export function cpuMs(pid: number, dataDir: string): { node: number; database: number } {
  const { node, database } = listOf(pid, dataDir)
  return { node: sumOf(node, (one) => one.cpuMs), database: sumOf(database, (one) => one.cpuMs) }
}

/** The memory of the product and of its database server in MB. Shared pages are counted once. */
export function memoryMb(pid: number, dataDir: string): { node: number; database: number } {
  const shareOf = (some: Running) => {
    try {
      const text = readFileSync(`/proc/${some.pid}/smaps_rollup`, 'utf8')
      return Number(/^Pss: +(\d+)/mu.exec(text)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  }
  const { node, database } = listOf(pid, dataDir)
  return { node: sumOf(node, shareOf), database: sumOf(database, shareOf) }
}
