import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

async function readSecret(path: string): Promise<string | null> {
  const secret = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return secret === null || secret.trim().length < 32 ? null : secret.trim()
}

/** The secret that signs cookies, made on the first start and kept in the data folder for its owner only. */
export async function loadCookieSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'cookie-secret')
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
  const secret = await readSecret(path)
  if (secret === null)
    throw new Error(`${path} does not hold a secret of 32 characters; remove it and start again`)
  return secret
}
