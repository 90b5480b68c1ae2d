import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patterns-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The check's output for a folder with this one source. */
async function check(source: string) {
  await writeFile(join(folder, 'planted.ts'), source)
  return new Promise<{ status: unknown; said: string }>((resolve) => {
    const program = join(import.meta.dirname, 'check-patterns.ts')
    execFile(process.execPath, [program, folder], (error, stdout, stderr) => {
      resolve({ status: error?.code ?? 0, said: stdout + stderr })
    })
  })
}

test.each([
  ['an exponential', String.raw`/^(?:r\/[^\s/]+[\s,]*)*$/u`, /exponential/u],
  ['a cubic', String.raw`/[[(][^\])]*\bpost[^\])]*[\])]/u`, /3rd degree polynomial/u],
  ['a quadratic', String.raw`/\s+$/u`, /2nd degree polynomial/u],
])('%s pattern fails the check, which says where it stands', async (_kind, pattern, what) => {
  const { status, said } = await check(`const first = 1\nexport const planted = ${pattern}\n`)
  expect(status).toBe(1)
  expect(said).toContain(`planted.ts:2 ${pattern}`)
  expect(said).toMatch(what)
})

test('a pattern with a back reference has to be listed with its bound', async () => {
  const { status, said } = await check(String.raw`export const planted = /(a+)-\1/u`)
  expect([status, said]).toEqual([1, expect.stringContaining('has a back reference')])
})

test('a pattern made past the one function that the check reads fails it', async () => {
  const { status, said } = await check('export const made = (word: string) => new RegExp(word)')
  expect([status, said]).toEqual([
    1,
    expect.stringContaining('planted.ts:1 builds a pattern without buildPattern'),
  ])
})

test('linear patterns pass', async () => {
  const { status, said } = await check(String.raw`export const fine = [/^\s*a/u, /a|b/giu]`)
  expect([status, said]).toEqual([0, '2 patterns are linear or bounded.\n'])
})
