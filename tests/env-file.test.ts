import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { compileCache } from './harness/compile-cache.ts'

const root = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'unmet-env-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script of package.json, with its own options, in a folder with this .env. */
function runWithEnvFile(script: string, envFile: string, environment: Record<string, string> = {}) {
  writeFileSync(join(folder, '.env'), envFile)
  const [, program = ''] = /node (\S.*?)(?: \|\||$)/u.exec(scripts[script] ?? '') ?? []
  const words = program.split(' ')
  const args = words.map((word) => (word.endsWith('.ts') ? join(root, word) : word))
  return spawnSync(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    encoding: 'utf8',
  })
}

test('npm start reads .env', () => {
  expect(runWithEnvFile('start', 'PORT=eighty\n').stderr).toMatch(/^PORT is "eighty"/)
})

test('a variable of the environment overrides .env', () => {
  expect(runWithEnvFile('start', 'PORT=eighty\n', { PORT: 'ninety' }).stderr).toMatch(/^PORT is "ninety"/)
})

test.each([
  ['4321', 'http://127.0.0.1:4321'],
  ['', 'http://127.0.0.1:3000'],
])('with PORT=%s the development page calls %s', async (port, target) => {
  vi.stubEnv('PORT', port)
  // The query string makes the import a new module, which reads the variable again.
  const { default: config }: typeof import('../vite.config.ts') = await import(
    `../vite.config.ts?port=${port}`
  )
  expect(config.server?.proxy).toEqual({ '/api': target })
})
