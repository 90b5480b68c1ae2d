import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { adapterReaders } from '#tests/harness/adapter-readers.ts'
import { listEndpoints } from '#tests/harness/contract-endpoints.ts'
import { fieldReaders, plainFields, readersOf } from '#tests/harness/field-readers.ts'
import { findTextTakers } from '#tests/harness/find-text-takers.ts'
import type { Growth } from '#tests/harness/text-growth.ts'
import { readsNothing } from '#tests/harness/unmeasured-readers.ts'

const mostGrowth = 2.5
const endpoints = await listEndpoints()
const fields = [...new Set(endpoints.flatMap(readersOf).map(({ field }) => field))]
const lastName = (field: string) => field.split('.').at(-1) ?? field

test('every text field of a request has its parsers listed, or is only read by its schema', () => {
  const known = new Set([...plainFields, ...Object.keys(fieldReaders)])
  expect(fields.length).toBeGreaterThan(30)
  expect(fields.map(lastName).filter((name) => !known.has(name))).toEqual([])
})

test('every adapter function that takes a text is measured, or listed with a reason', () => {
  const known = new Set([...Object.keys(adapterReaders), ...Object.keys(readsNothing)])
  const found = findTextTakers(join(import.meta.dirname, '../server/adapters'))
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((name) => !known.has(name))).toEqual([])
  expect([...known].filter((name) => !found.includes(name))).toEqual([])
})

test('functions that take a text are found, however they are written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'readers-'))
  await writeFile(
    join(folder, 'planted.ts'),
    `export function readOne(text: string) {}
     export const readTwo = async (count: number, value: unknown) => {}
     export async function* readThree(chunks: AsyncIterable<Uint8Array>) {}
     export const count = (one: number) => one
     function readWithin(text: string) {}`,
  )
  try {
    expect(findTextTakers(folder)).toEqual(
      ['readOne', 'readTwo', 'readThree'].map((name) => `planted.ts#${name}`),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
})

/**
 * The step counter's results for each parser. The program imports every module again, with instrumentation.
 */
async function measure(wanted: string): Promise<Growth[]> {
  const program = fileURLToPath(new URL('./harness/text-growth-program.ts', import.meta.url))
  const child = spawn(process.execPath, ['--stack-size=7000', program, wanted], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [lines, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(errors).toBe('')
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line, (_, value) => (value === 'Infinity' ? Infinity : value)) as Growth)
}

describe('the work of parsing a text', () => {
  let measured: Map<string, Growth>
  beforeAll(async () => {
    measured = new Map((await measure('')).map((growth) => [growth.name, growth]))
  }, 600_000)

  const names = [
    ...Object.keys(adapterReaders),
    ...Object.entries(fieldReaders).flatMap(([field, each]) =>
      Object.keys(each).map((name) => `${field}: ${name}`),
    ),
  ]

  test.each(names)(`grows at most ${mostGrowth} times while the text doubles: %s`, (name) => {
    expect(measured.get(name)).toSatisfy(
      (growth: Growth | undefined) => growth !== undefined && growth.worst <= mostGrowth,
      `grew ${JSON.stringify(measured.get(name))}`,
    )
  })

  test('grows linearly in every schema of the contract', () => {
    const ofSchemas = [...measured.values()].filter(({ name }) => /^[A-Z]+ \//u.test(name))
    expect(ofSchemas).toHaveLength(fields.length)
    expect(ofSchemas.filter(({ worst }) => worst > mostGrowth)).toEqual([])
  })

  test('is measured correctly for patterns, loops, and texts that are read while they grow', () => {
    for (const name of ['exponential pattern', 'quadratic pattern', 'quadratic loop', 'growing text'])
      expect(measured.get(name)?.worst).toBeGreaterThan(3)
    expect(measured.get('linear')?.worst).toBeLessThan(mostGrowth)
  })
})
