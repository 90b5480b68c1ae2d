import { loadConfig, readEnvironment } from '#server/config/config.ts'
import { restoreBackup } from '#server/operations/restore-backup.ts'
import { wireRestore } from '#server/wiring/wire-backup.ts'
import { print, runCommandWith, say } from './run-command.ts'

const help = `Restores a file of "npm run backup" into an empty place: a DATA_DIR that does not exist yet, or the empty database of
DATABASE_URL.

  npm run restore -- FILE

Nothing is replaced. All of it is restored, or nothing. Then start the product with the same variables.
Exit code: 0 done, 1 failed, 2 no file or wrong options, 130 stopped with Ctrl-C.`

async function restore(path: string, signal: AbortSignal): Promise<number> {
  try {
    const config = loadConfig(readEnvironment())
    const { where, rows, header } = await restoreBackup(wireRestore(config, say), path, signal)
    const posts = rows.archive_posts ?? 0
    print(`Restored ${posts} posts and ${rows.users ?? 0} accounts into ${where}.`)
    print(`They are those of ${header.madeAt}. Start the product: it builds its search index at first.`)
    return 0
  } catch (error) {
    if (!signal.aborted) throw error
    say('Stopped. Nothing was restored.')
    return 130
  }
}

await runCommandWith({ help, takesFiles: true }, async ({ files }, signal) => {
  const [path, ...others] = files
  if (path !== undefined && others.length === 0) return restore(path, signal)
  say('Give the name of one file. See --help.')
  return 2
})
