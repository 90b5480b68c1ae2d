import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from '#server/config/config.ts'
import { loadCookieSecret } from './cookie-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unmet-secret-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function refusal(dataDir: string): Promise<Error> {
  const error = await loadCookieSecret(dataDir).then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ConfigError)
  const refused = error as ConfigError
  expect(refused.message).toContain(`DATA_DIR ${dataDir}`)
  expect(refused.message).not.toContain('\n')
  return refused
}

test('the secret is made once, is the same for all who start at once, and is its owner’s alone', async () => {
  const secrets = await Promise.all([1, 2, 3].map(() => loadCookieSecret(join(folder, 'new'))))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]?.length).toBeGreaterThanOrEqual(32)
  const path = join(folder, 'new', 'cookie-secret')
  expect(await readFile(path, 'utf8')).toBe(secrets[0])
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('a data folder that is a file is refused in one line that names DATA_DIR', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  expect((await refusal(file)).message).toContain('a part of the path is a file')
})

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a data folder that cannot be written to is refused in one line that names DATA_DIR (not as root)',
  async () => {
    await chmod(folder, 0o500)
    expect((await refusal(folder)).message).toContain('permission denied')
  },
)

test('a secret that is too short is refused in one line that names DATA_DIR, and kept as it is', async () => {
  await writeFile(join(folder, 'cookie-secret'), 'short')
  expect((await refusal(folder)).message).toContain('at least 32 characters. Remove it and start again.')
  expect(await readFile(join(folder, 'cookie-secret'), 'utf8')).toBe('short')
})
