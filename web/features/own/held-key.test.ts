import { expect, test } from 'vitest'
import { heldKey } from './use-own-material.ts'

const ready = { id: 'a', state: 'ready', rows: 3 } as const

test('the new rows of a file that is being scored cause no new requests until the file is ready', () => {
  const keyAt = (state: 'scoring' | 'ready' | 'failed', rows: number) =>
    heldKey([ready, { id: 'b', state, rows }])
  expect(keyAt('scoring', 250)).toBe(keyAt('scoring', 500))
  expect(keyAt('failed', 0)).toBe(keyAt('scoring', 500))
  expect(keyAt('ready', 500)).not.toBe(keyAt('scoring', 500))
})
