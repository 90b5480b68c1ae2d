import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedInPlaywright, failedInVitest } from './test-reports.ts'

const project = resolve(import.meta.dirname, '..')
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'unmet-failed-'))
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a test runner on these files and reads its report. */
function reportOf(runner: string, args: readonly string[], environment: Record<string, string> = {}) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|TEST|NODE_ENV|PLAYWRIGHT)/u.test(name),
  )
  spawnSync(join(project, 'node_modules/.bin', runner), args, {
    cwd: folder,
    env: { ...Object.fromEntries(own), ...environment },
  })
  return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
}

test('names the failed unit tests and files, and what they said', () => {
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  writeFileSync(
    join(folder, 'one.test.mjs'),
    `describe('sums', () => {
      it('are right', () => { expect(1 + 1).toBe(2) })
      it('are wrong', () => { expect(1 + 1).toBe(3) })
    })`,
  )
  writeFileSync(join(folder, 'two.test.mjs'), `throw new Error('cannot be read')`)
  const report = reportOf('vitest', ['run', '--globals', '--reporter=json', '--outputFile=report.json'])
  const failed = failedInVitest(report, folder)
  expect(failed.map((each) => each.name).toSorted()).toEqual([
    'one.test.mjs › sums are wrong',
    'two.test.mjs',
  ])
  const messages = failed.map((each) => each.message).join('\n')
  expect(messages).toContain('expected 2 to be 3')
  expect(messages).toContain('cannot be read')
})

test('names the failed journeys, with few lines of each and no colours', () => {
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default { testMatch: '*.spec.mjs' }`)
  writeFileSync(
    join(folder, 'one.spec.mjs'),
    `import { expect, test } from '@playwright/test'
    test.describe('a list', () => {
      test('is whole', () => {})
      test('is short', () => { expect(1).toBe(2) })
      test('is long', () => { throw new Error(String([...Array(99).keys()]).replaceAll(',', '\\n')) })
    })`,
  )
  const report = reportOf('playwright', ['test', '--reporter=json', '--workers=1'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(folder, 'report.json'),
    FORCE_COLOR: '1',
  })
  const failed = failedInPlaywright(report)
  expect(failed.map((each) => each.name)).toEqual(['one.spec.mjs:4 › is short', 'one.spec.mjs:5 › is long'])
  expect(failed[0]?.message).toContain('Expected: 2')
  expect(failed[0]?.message).not.toContain('\u001B')
  expect(failed[1]?.message).toMatch(/^5$/mu)
  expect(failed[1]?.message).not.toMatch(/^50$/mu)
})
