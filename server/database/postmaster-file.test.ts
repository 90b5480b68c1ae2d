import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ownerOfProcess, serverMark } from './postmaster-file.ts'

/**
 * The product reads /proc on Linux and uses ps on other Unix systems. Linux has both, so both are tested
 * there.
 */
const ways: NodeJS.Platform[] = process.platform === 'linux' ? ['linux', 'darwin'] : [process.platform]

async function withProcess(lastWord: string, use: (pid: number) => Promise<void>): Promise<void> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', lastWord])
  await once(child.stdout, 'data')
  try {
    await use(child.pid ?? 0)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
}

test.each(ways)(
  'a process is known for ours by its mark, and only for this database (%s)',
  async (platform) => {
    await withProcess(serverMark('/srv/data/postgres'), async (pid) => {
      expect(await ownerOfProcess(pid, '/srv/data/postgres', platform)).toBe('ours')
      expect(await ownerOfProcess(pid, '/srv/data', platform)).toBe('stranger')
      expect(await ownerOfProcess(pid, '/srv/data/postgres2', platform)).toBe('stranger')
    })
  },
)

test.each(ways)('a process that has ended is gone (%s)', async (platform) => {
  let ended = 0
  await withProcess(serverMark('/srv/data/postgres'), async (pid) => {
    ended = pid
  })
  expect(await ownerOfProcess(ended, '/srv/data/postgres', platform)).toBe('gone')
})
