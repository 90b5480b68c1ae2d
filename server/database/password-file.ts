import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { DataFolder } from './data-folder.ts'
import { codeOf } from './system-error.ts'

type PasswordPlace = { folder: Pick<DataFolder, 'passwordFile'> }

/** The password of the server, for us alone: not even the account that runs the server may read it. */
export async function writePassword({ folder }: PasswordPlace): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const beside = `${folder.passwordFile}.new`
  await writeFile(beside, password, { mode: 0o600, flush: true })
  await rename(beside, folder.passwordFile)
  return password
}

/** Null where it was never made, or is lost. */
export async function readPassword({ folder }: PasswordPlace): Promise<string | null> {
  return readFile(folder.passwordFile, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
}
