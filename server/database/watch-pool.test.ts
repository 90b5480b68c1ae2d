import { expect, test } from 'vitest'
import { watchPool } from './probe-database.ts'

const usable = { ask: async () => null }
const dead = { query: (() => Promise.reject(new Error('no answer'))) as never }

test('a pool that stays silent while the database answers others ends the process', async () => {
  const watched = watchPool({ pool: dead, probe: usable, everyMs: 1, mostFailures: 3 })
  expect((await watched.lost).message).toMatch(/exiting, to be restarted/u)
})

test('while the database itself is away nothing is lost: it comes back', async () => {
  let asked = 0
  const away = {
    ask: async () => {
      asked += 1
      return 'it cannot be reached'
    },
  }
  const watched = watchPool({ pool: dead, probe: away, everyMs: 1, mostFailures: 3 })
  await expect.poll(() => asked).toBeGreaterThan(10)
  expect(await Promise.race([watched.lost, Promise.resolve('runs')])).toBe('runs')
  watched.stop()
})
