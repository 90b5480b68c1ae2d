import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#server/config/config.ts'
import { nullIfMissing, reasonOf } from '#server/database/system-error.ts'

async function readSecret(path: string): Promise<string | null> {
  const secret = await readFile(path, 'utf8').catch(nullIfMissing)
  return secret === null || secret.trim().length < 32 ? null : secret.trim()
}

/**
 * The secret that signs cookies, created on the first start and stored in the data folder, readable only by
 * its owner.
 */
export async function loadCookieSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'cookie-secret')
  const secret = await readOrMakeSecret(dataDir, path).catch((error: unknown) => {
    throw new ConfigError(
      `DATA_DIR ${dataDir} cannot keep the file cookie-secret: ${reasonOf(error)}. Make it a folder that Unmet can write to, or set DATA_DIR to another one.`,
      { cause: error },
    )
  })
  if (secret !== null) return secret
  throw new ConfigError(
    `The file cookie-secret in DATA_DIR ${dataDir} does not contain a secret of at least 32 characters. Remove it and start again.`,
  )
}

async function readOrMakeSecret(dataDir: string, path: string): Promise<string | null> {
  const known = await readSecret(path)
  if (known !== null) return known
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  return readSecret(path)
}
