import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envExample, settingsPage } from '../scripts/config-docs.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('.env.example names every variable the product reads', () => {
  expect(read('.env.example')).toBe(envExample())
})

test('the page of settings names every variable the product reads', () => {
  expect(read('docs/settings.md')).toBe(settingsPage())
})
