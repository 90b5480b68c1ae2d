import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withExclusiveLock } from './exclusive-lock.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-test-'))
  file = join(folder, 'lock')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const module = JSON.stringify(new URL('./exclusive-lock.ts', import.meta.url).href)

/** Another process that takes the lock and keeps it until it is killed. */
async function startHolder() {
  const code = `import(${module}).then(({ withExclusiveLock }) =>
    withExclusiveLock(process.argv[1], () => {
      console.log('held')
      return new Promise((resolve) => setTimeout(resolve, 600_000))
    }))`
  const holder = spawn(process.execPath, ['-e', code, file], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(holder.stdout, 'data')
  return holder
}

test('one holder at a time, and every one gets its turn', async () => {
  const steps: string[] = []
  const hold = (name: string) =>
    withExclusiveLock(file, async () => {
      steps.push(`${name} in`)
      await new Promise(setImmediate)
      steps.push(`${name} out`)
    })
  await Promise.all(['a', 'b', 'c'].map(hold))
  expect(steps).toHaveLength(6)
  for (let index = 0; index < 6; index += 2) {
    expect(steps[index + 1]).toBe(steps[index]?.replace('in', 'out'))
  }
})

test('the lock of a living process holds, and the death of the process frees it', async () => {
  const holder = await startHolder()
  let entered = false
  const mine = withExclusiveLock(file, async () => {
    entered = true
  })
  try {
    expect(await withExclusiveLock(join(folder, 'another'), async () => 'free')).toBe('free')
    expect(entered).toBe(false)
  } finally {
    holder.kill('SIGKILL')
  }
  await mine
  expect(entered).toBe(true)
})

test('work that fails gives the lock back', async () => {
  await expect(withExclusiveLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withExclusiveLock(file, async () => 'again')).toBe('again')
})
