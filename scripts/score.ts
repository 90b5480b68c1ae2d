import { once } from 'node:events'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { scoreColumns } from '#server/adapters/dump-files/column-names.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { readScorable } from '#server/adapters/dump-files/read-post.ts'
import { scoreRows } from '#server/features/archive/score-rows.ts'
import { runCommandWith, say } from './run-command.ts'

const { scorePost } = shippedScorer()

const help = `Scores posts, without a database. One JSON line for each post on standard output, in the file's order.

  npm run score -- FILE...

FILE is anything that archive:import reads, or - for standard input. A post needs an id and a title or a text.
Exit code: 0 all scored, 3 some rows could not be read (listed on standard error), 1 failed, 2 wrong options,
130 stopped with Ctrl-C.`

let readerLeft = false
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  readerLeft = true
  if (error.code !== 'EPIPE') say(`Standard output cannot be written: ${error.message}`)
})

async function write(line: string): Promise<boolean> {
  if (!readerLeft && !process.stdout.write(line)) {
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(() => {})
  }
  return !readerLeft
}

async function scoreFiles(paths: readonly string[], signal: AbortSignal): Promise<number> {
  let rejected = 0
  for (const path of paths) {
    const dump = await openDump({ path, stdin: process.stdin, needed: scoreColumns, signal })
    const onReject = (line: number, reason: string) => say(`${dump.name}, line ${line}: ${reason}`)
    const scorable = (async function* () {
      for await (const row of dump.rows()) {
        if (signal.aborted) return
        yield readScorable(row)
      }
    })()
    const end = await scoreRows({ scorePost, write, onReject }, scorable).catch((error: unknown) => {
      // A file that is closed because of Ctrl-C ends in an error of its own.
      if (signal.aborted) return null
      throw error
    })
    if (end === null || signal.aborted) return 130
    rejected += end.rejected
    if (end.readerLeft) return 0
  }
  return rejected > 0 ? 3 : 0
}

await runCommandWith({ help, takesFiles: true }, async ({ files }, signal) => {
  if (files.length > 0) return await scoreFiles(files, signal)
  say('Name a file, or - for standard input. See --help.')
  return 2
})
