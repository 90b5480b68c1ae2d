import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { showProgress } from '#server/features/archive/import/show-progress.ts'
import { makeRescoreStore } from '#server/features/archive/store/archive-rescore-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { countWords, mostCounted } from '#server/features/archive/store/count-words.ts'
import { rescorePosts } from '#server/features/archive/store/rescore-posts.ts'
import { makeWordCountStore } from '#server/features/archive/store/word-count-store.ts'
import { rescoreRows } from '#server/features/own/score-collection.ts'
import { wireOwnScoring } from '#server/wiring/wire-own.ts'
import { print, runCommandWith, say, withDatabase } from './run-command.ts'

const scorer = shippedScorer()

const help = `Rescores every post and every row of own material that another version of the scorer scored.

  npm run archive:rescore

Stop it with Ctrl-C at any time; what is scored stays, and the next run scores the rest.
Exit code: 0 all done, 1 failed, 2 wrong options, 130 stopped with Ctrl-C.`

function rescoreAll(signal: AbortSignal): Promise<number> {
  return withDatabase(async (database) => {
    const tally = { posts: 0, total: 0 }
    const startedAt = performance.now()
    const hideProgress = showProgress(process.stderr, () => ({
      name: `scorer ${scorer.version}`,
      rows: tally.posts,
      seconds: (performance.now() - startedAt) / 1000,
      share: tally.total === 0 ? null : Math.min(1, tally.posts / tally.total),
    }))
    const store = makeRescoreStore(database.db)
    const end = await rescorePosts({ store, scorer }, tally, signal).finally(hideProgress)
    print(`Scored ${tally.posts} of ${tally.total} posts again with scorer ${scorer.version}.`)
    const ownRows = end === 'stopped' ? 0 : await rescoreRows(wireOwnScoring(database.db), signal)
    if (ownRows > 0) print(`Scored ${ownRows} rows of own material again.`)
    if (end === 'stopped') say('Stopped. Run the same command again to score the rest.')
    else if (tally.posts > 0) await makeArchiveStore(database.db).settle()
    if (end !== 'stopped') await countWords({ store: makeWordCountStore(database.db) }, mostCounted.byCommand)
    return end === 'stopped' ? 130 : 0
  })
}

await runCommandWith({ help }, (_, signal) => rescoreAll(signal))
