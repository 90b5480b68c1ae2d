import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { envExample, readmeWithConfig } from '../scripts/config-docs.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

test('.env.example names every variable the product reads', () => {
  expect(read('.env.example')).toBe(envExample())
})

test("the README's table names every variable the product reads", () => {
  expect(readmeWithConfig(read('README.md'))).toBe(read('README.md'))
})
