import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { OpenDatabase } from '#server/database/open-database.ts'
import { showProgress } from '#server/features/archive/import/show-progress.ts'
import { makeArchiveStore, type PostKey } from '#server/features/archive/store/archive-store.ts'
import { type DropMonths, dropMonths, readMonth } from '#server/features/archive/store/drop-months.ts'
import { makeDropMonthsStore, type OldPosts } from '#server/features/archive/store/drop-months-store.ts'
import { dropNews } from '#server/features/watches/watch-news-store.ts'
import { print, runCommand, say, withDatabase } from './run-command.ts'

const help = `Drops old posts from the archive, while the product runs. First it only counts them by month.

  npm run archive:drop-months -- --before YYYY-MM [--source NAME]... [--community NAME]... [--drop]

--before YYYY-MM  the first month that stays (UTC)
--source, --community  only posts of these; both can be repeated
--drop  drops them. Saved results and watches stay, without these posts. An import or a search may store them again.

Stop it with Ctrl-C at any time; the next run drops the rest. PostgreSQL reuses the space for new posts. The indexes are rebuilt while the old ones still exist, which needs as much free disk as they take.
Exit code: 0 done, 1 failed, 2 wrong options, 130 stopped with Ctrl-C.`

type Asked = { old: OldPosts; drops: boolean }

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`

function removerOf({ db }: Pick<OpenDatabase, 'db'>): DropMonths['removePosts'] {
  return (keys: readonly PostKey[]) =>
    inTransaction(db, async (inside) => {
      await dropNews(inside, keys)
      return makeArchiveStore(inside).save({ scored: [], restated: [], deleted: keys })
    })
}

function drop({ old, drops }: Asked, signal: AbortSignal): Promise<number> {
  return withDatabase(async (database) => {
    const store = makeDropMonthsStore(database.db)
    const months = await store.countMonths(old)
    const total = months.reduce((sum, { posts }) => sum + posts, 0)
    for (const { month, source, posts } of months) print(`${month} ${source}: ${posts}`)
    print(`${total} posts are older than ${old.before.toISOString().slice(0, 7)}.`)
    if (!drops) {
      if (total > 0) print('Nothing was dropped. Add --drop to drop them.')
      return 0
    }
    const before = await store.readBytes()
    const tally = { dropped: 0, total }
    const startedAt = performance.now()
    const hideProgress = showProgress(process.stderr, () => ({
      name: 'old posts',
      rows: tally.dropped,
      seconds: (performance.now() - startedAt) / 1000,
      share: tally.total === 0 ? null : tally.dropped / tally.total,
    }))
    const pause = (ms: number, stop: AbortSignal) => sleep(ms, undefined, { signal: stop }).catch(() => {})
    const dropping = { store, removePosts: removerOf(database), pause, tally }
    const end = await dropMonths(dropping, old, signal).finally(hideProgress)
    print(`Dropped ${tally.dropped} of ${tally.total} posts.`)
    if (end === 'stopped') say('Stopped. Run the same command again to drop the rest.')
    if (end === 'stopped') return 130
    await store.giveDiskBack()
    print(`The archive took ${megabytes(before)} and takes ${megabytes(await store.readBytes())}.`)
    return 0
  })
}

function readArguments(): Asked | string {
  const several = { type: 'string', multiple: true, default: [] as string[] } as const
  const flag = { type: 'boolean', default: false } as const
  const options = {
    help: flag,
    drop: flag,
    before: { type: 'string' },
    source: several,
    community: several,
  } as const
  try {
    const { values } = parseArgs({ options })
    if (values.help) return 'help'
    const before = readMonth(values.before ?? '')
    if (before === undefined) return 'Give the first month that stays, as --before 2025-01.'
    const old = { before, sources: values.source, communities: values.community }
    return { old, drops: values.drop }
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
  }
}

await runCommand(async (signal) => {
  const asked = readArguments()
  if (typeof asked !== 'string') return drop(asked, signal)
  if (asked === 'help') print(help)
  else say(`${asked} See --help.`)
  return asked === 'help' ? 0 : 2
})
