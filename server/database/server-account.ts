import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that runs the server; null if it is our own user. */
export type ServerAccount = { uid: number; gid: number } | null

const root = 0
const nobody = 65_534

/**
 * PostgreSQL refuses to run as root, so it runs as the owner of the database, or as a user that every Unix
 * has.
 */
export async function accountFor(cluster: string): Promise<ServerAccount> {
  if (process.getuid?.() !== root) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner === null || owner.uid === root) return { uid: nobody, gid: nobody }
  return { uid: owner.uid, gid: owner.gid }
}

/** Whether the account can reach a path, which needs execute permission on every parent folder. */
export async function canReach(path: string, account: ServerAccount): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await allows(folder, account, 0o1))) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether a file or folder grants the account all of these permissions: 4 read, 2 write, 1 execute. */
export async function allows(path: string, account: ServerAccount, rights: number): Promise<boolean> {
  if (account === null) return true
  const { mode, uid, gid } = await stat(path)
  const granted = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
  return (granted & rights) === rights
}

/** Options for starting a program of the server under its account and without our environment. */
export const accountOptions = (account: ServerAccount) => ({ ...account, env: { LC_ALL: 'C' } })
