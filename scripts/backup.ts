import { loadConfig, readEnvironment } from '#server/config/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { writeBackup } from '#server/operations/write-backup.ts'
import { wireBackup } from '#server/wiring/wire-backup.ts'
import { print, runCommandWith, say } from './run-command.ts'

const help = `Backs up everything the product stores into one new file, while it runs.

  npm run backup -- FILE

The file contains the whole database at one instant and the secrets of DATA_DIR, so that only its owner may read it. The
secrets of your settings are not in it. Set the same variables as for the product.
Exit code: 0 done, 1 failed, 2 no file or wrong options, 130 stopped with Ctrl-C.`

async function backUp(path: string, signal: AbortSignal): Promise<number> {
  const config = loadConfig(readEnvironment())
  const database = await openDatabase({ ...config, migrates: false }, 'command', say)
  try {
    const { rows, bytes } = await writeBackup(wireBackup(database, config), path, signal)
    const posts = rows.archive_posts ?? 0
    print(
      `Backed up ${posts} posts and ${rows.users ?? 0} accounts to ${path} (${Math.ceil(bytes / 1e6)} MB).`,
    )
    return 0
  } catch (error) {
    if (!signal.aborted) throw error
    say('Stopped. Nothing was written.')
    return 130
  } finally {
    await database.close()
  }
}

await runCommandWith({ help, takesFiles: true }, async ({ files }, signal) => {
  const [path, ...others] = files
  if (path !== undefined && others.length === 0) return backUp(path, signal)
  say('Give the name of one new file. See --help.')
  return 2
})
