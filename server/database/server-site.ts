import { access } from 'node:fs/promises'
import { type DataFolder, findCluster, giveToAccount, openDataFolder } from './data-folder.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { accountFor, canReach, type ServerAccount } from './server-account.ts'
import { DatabaseUnavailable } from './system-error.ts'

/** A Unix socket keeps out other users of the machine. Windows uses TCP on loopback with a password. */
export type Transport = 'socket' | 'tcp'

/** All that is needed to run the server: address, account and programs. */
export type ServerSite = {
  folder: DataFolder
  account: ServerAccount
  /** False if the server's account cannot reach DATA_DIR, for example below a home folder with mode 0700. */
  reachable: boolean
  binaries: PostgresBinaries
  transport: Transport
  /** Server settings that override those of the product. */
  settings: Readonly<Record<string, string>>
}

const workingFolder = '/proc/self/cwd'

export async function openServerSite(
  dataDir: string,
  transport: Transport = process.platform === 'win32' ? 'tcp' : 'socket',
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerSite> {
  const folder = await openDataFolder(dataDir)
  const account = await accountFor(folder.cluster)
  const binaries = await findPostgresBinaries(account)
  if (await findCluster(folder, binaries.major)) await giveToAccount(folder.cluster, account)
  const reachable = await canReach(folder.cluster, account)
  if (!reachable) await requireWorkingFolder(folder, account)
  return { folder, account, reachable, binaries, transport, settings }
}

/** On Linux the server can use its working directory even if its account cannot reach it by its path. */
export function pathForServer(site: ServerSite, folder: string): string {
  return site.reachable ? folder : workingFolder
}

async function requireWorkingFolder(folder: DataFolder, account: ServerAccount): Promise<void> {
  await access(workingFolder).catch((error: unknown) => {
    throw new DatabaseUnavailable(
      `User ${account?.uid}, who runs the database server because root must not, cannot reach DATA_DIR ${folder.root}. ` +
        'Set DATA_DIR to a folder that every user can access, such as /var/lib/unmet.',
      error,
    )
  })
}
