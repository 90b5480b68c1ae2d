import { once } from 'node:events'
import type { Evidence, ScorablePost } from '#scoring/score-post.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { scoreColumns } from '#server/adapters/dump-files/column-names.ts'
import { openDump } from '#server/adapters/dump-files/open-dump.ts'
import { readScorable } from '#server/adapters/dump-files/read-post.ts'
import { countUnreadTexts } from '#server/adapters/dump-files/unread-texts.ts'
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

/** An entry without a range represents the sentences that are not shown. */
function withWords(post: ScorablePost, one: Evidence) {
  const { field, start, end, sentences, ...entry } = one
  const wordsAt = (from: number, to: number) => post[field].slice(from, to)
  if (sentences === undefined) return { ...one, words: wordsAt(start, end) }
  const more = sentences.flatMap((from, at) => {
    const to = sentences[at + 1] ?? from
    return at % 3 === 0 ? [{ start: from, end: to, points: sentences[at + 2], words: wordsAt(from, to) }] : []
  })
  const named = (one.cues ?? []).flatMap((from, at, all) =>
    at % 2 === 0 ? wordsAt(from, all[at + 1] ?? from) : [],
  )
  const words = named.length === 0 ? `(${more.length} more)` : named.join(', ')
  return { ...entry, field, start, end, words, sentences: more }
}

/** The output for one post. `words` is the exact text of a piece of evidence. */
function scoreLine(id: string, post: ScorablePost): string {
  const { opportunityScore, base, signals, persona, evidence } = scorePost(post)
  const quoted = evidence.filter(({ points }) => points !== 0).map((one) => withWords(post, one))
  return `${JSON.stringify({ id, opportunityScore, base, signals, persona, evidence: quoted })}\n`
}

async function scoreFiles(paths: readonly string[], signal: AbortSignal): Promise<number> {
  let rejected = 0
  for (const path of paths) {
    const dump = await openDump({ path, stdin: process.stdin, needed: scoreColumns, signal })
    const texts = countUnreadTexts()
    let scored = 0
    try {
      for await (const dumpRow of dump.rows()) {
        if (signal.aborted) return 130
        const row = readScorable(dumpRow)
        if (row.kind === 'rejected') {
          rejected += 1
          say(`${dump.name}, line ${row.line}: ${row.reason}`)
          continue
        }
        texts.add(dumpRow, row.post.selftext)
        if (row.post.title === '' && row.post.selftext.trim() === '') {
          rejected += 1
          say(`${dump.name}, line ${row.line}: the row has neither a title nor a text`)
          continue
        }
        scored += 1
        if (!(await write(scoreLine(row.id, row.post)))) return 0
      }
    } catch (error) {
      // If Ctrl-C closes a file, the file reports an error as well.
      if (!signal.aborted) throw error
    }
    if (signal.aborted) return 130
    for (const note of texts.notes()) say(`${dump.name}: ${note}`)
    if (texts.isEmpty() && scored > 0) say(`${dump.name}: no text was found, only titles were scored.`)
  }
  return rejected > 0 ? 3 : 0
}

await runCommandWith({ help, takesFiles: true }, async ({ files }, signal) => {
  if (files.length > 0) return await scoreFiles(files, signal)
  say('Name a file, or - for standard input. See --help.')
  return 2
})
