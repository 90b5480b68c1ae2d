import { parseArgs } from 'node:util'
import { loadConfig, readEnvironment } from '#server/config/config.ts'
import { restoreBackup, type ToRestore } from '#server/operations/restore-backup.ts'
import { wireRestore } from '#server/wiring/wire-restore.ts'
import { print, runCommand, say } from './run-command.ts'

const help = `Restores a file of "npm run backup" into an empty place: a DATA_DIR that does not exist yet, or the empty database of
DATABASE_URL.

  npm run restore -- FILE [--purged LIST]

Nothing is replaced. All of it is restored, or nothing. Then start the product with the same variables.
--purged LIST: purged-posts.txt of the DATA_DIR that was used after the backup, once for each instance. The posts in the
list are purged again, all others are shown at once. Without it, posts that their source may have deleted since are held
back until the product has asked the source.
Exit code: 0 done, 1 failed, 2 no file or wrong options, 130 stopped with Ctrl-C.`

async function restore(what: ToRestore, signal: AbortSignal): Promise<number> {
  try {
    const config = loadConfig(readEnvironment())
    const { where, rows, ...restored } = await restoreBackup(wireRestore(config, say), what, signal)
    print(`Restored ${rows.archive_posts ?? 0} posts and ${rows.users ?? 0} accounts into ${where}.`)
    for (const line of describe(restored)) print(line)
    return 0
  } catch (error) {
    if (!signal.aborted) throw error
    say('Stopped. Nothing was restored.')
    return 130
  }
}

type Restored = Pick<Awaited<ReturnType<typeof restoreBackup>>, 'settled' | 'header'>

function* describe({ settled: { purged, held, unasked }, header: { madeAt } }: Restored) {
  yield `They are those of ${madeAt}. Start the product: it builds its search index at first.`
  if (purged > 0) yield `${purged} of them had been purged after the backup, and were purged again.`
  const heldPosts = held.reduce((sum, { posts }) => sum + posts, 0)
  if (heldPosts > 0) {
    const sources = held.map(({ source, posts }) => `${source} ${posts}`).join(', ')
    yield `${heldPosts} posts are held back until their source was asked whether they still exist: ${sources}. /admin shows them.`
  }
  if (unasked.length > 0)
    yield `Sources that cannot be asked are shown: ${unasked.join(', ')}. Posts of these sources that you purged after the backup are visible again; purge them again.`
}

function readArguments(): ToRestore | string {
  const options = { help: { type: 'boolean' }, purged: { type: 'string', multiple: true } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [path, ...others] = positionals
    if (values.help === true) return 'help'
    if (path === undefined || others.length > 0) return 'Give the name of one file.'
    return { path, purgeLists: values.purged ?? [] }
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
  }
}

await runCommand(async (signal) => {
  const asked = readArguments()
  if (typeof asked !== 'string') return restore(asked, signal)
  if (asked === 'help') print(help)
  else say(`${asked} See --help.`)
  return asked === 'help' ? 0 : 2
})
