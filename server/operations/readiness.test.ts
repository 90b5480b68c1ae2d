import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { makeHealthWatch } from './health-watch.ts'
import { makeReadiness } from './readiness.ts'

const well = { ask: async () => null, askMigrations: async () => null, askQueue: async () => null }

test('the operator is told which part is missing; a folder that is gone is one', async () => {
  const watch = makeHealthWatch(() => new Date('2026-11-24T12:00:00Z'))
  const lines: unknown[][] = []
  const log = (...line: unknown[]) => lines.push(line)
  const probe = { ...well, ask: async () => 'it cannot be reached' }
  expect(await makeReadiness({ probe, folder: '/nonexistent', watch, log }).ask()).toBe(false)
  expect(watch.read('database')).toMatchObject({ condition: 'failing', lastFailure: 'it cannot be reached' })
  expect(watch.read('disk').condition).toBe('failing')
  expect(watch.read('queue').condition).toBe('ok')
  expect(lines.length).toBe(1)
})

test('many who ask at once ask the database once', async () => {
  let asked = 0
  const probe = {
    ...well,
    ask: async () => {
      asked += 1
      return null
    },
  }
  const watch = makeHealthWatch(() => new Date())
  const readiness = makeReadiness({ probe, folder: tmpdir(), watch, log: () => {} })
  expect(await Promise.all(Array.from({ length: 200 }, () => readiness.ask()))).not.toContain(false)
  expect(asked).toBe(1)
})
