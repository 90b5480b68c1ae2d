import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The user that runs the server. Null: the user that runs us. */
export type ServerAccount = { uid: number; gid: number } | null

const root = 0
const nobody = 65_534

/** PostgreSQL refuses to run as root: it gets the account that owns the database, or that every Unix has. */
export async function accountFor(cluster: string): Promise<ServerAccount> {
  if (process.getuid?.() !== root) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner === null || owner.uid === root) return { uid: nobody, gid: nobody }
  return { uid: owner.uid, gid: owner.gid }
}

/** Whether the account may walk down to a path: every folder above it has to let it through. */
export async function canReach(path: string, account: ServerAccount): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await allows(folder, account, 0o1))) return false
    if (folder === dirname(folder)) return true
  }
}

/** Whether a file or folder gives the account all of these rights: 4 reads, 2 writes, 1 runs or walks through. */
export async function allows(path: string, account: ServerAccount, rights: number): Promise<boolean> {
  if (account === null) return true
  const { mode, uid, gid } = await stat(path)
  const granted = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode
  return (granted & rights) === rights
}

/** How a program of the server is started: as its account, and with nothing of our environment. */
export const accountOptions = (account: ServerAccount) => ({ ...account, env: { LC_ALL: 'C' } })
