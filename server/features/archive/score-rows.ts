import type { Evidence, PostScore, ScorablePost } from '#scoring/score-post.ts'

export type ScorableRow = { line: number } & (
  | { kind: 'post'; id: string; post: ScorablePost }
  | { kind: 'rejected'; reason: string }
)

export type ScoreRows = {
  scorePost: (post: ScorablePost) => PostScore
  /** Takes one line of output; resolves when there is room for more, to false when nobody reads any more. */
  write: (line: string) => Promise<boolean>
  onReject: (line: number, reason: string) => void
}

/** Scores every post that can be read, in order. Returns how many rows could not be. */
export async function scoreRows(
  { scorePost, write, onReject }: ScoreRows,
  rows: AsyncIterable<ScorableRow>,
): Promise<{ rejected: number; readerLeft: boolean }> {
  let rejected = 0
  for await (const row of rows) {
    if (row.kind === 'rejected') {
      rejected += 1
      onReject(row.line, row.reason)
    } else if (!(await write(`${JSON.stringify(scoreLine(row.id, row.post, scorePost(row.post)))}\n`))) {
      return { rejected, readerLeft: true }
    }
  }
  return { rejected, readerLeft: false }
}

/** What is written about one post; `words` are the exact characters that a piece of evidence points at. */
function scoreLine(id: string, post: ScorablePost, score: PostScore) {
  const evidence = score.evidence.map((one) => ({ ...one, words: evidenceWords(post, one) }))
  const { opportunityScore, signals, persona } = score
  return { id, opportunityScore, signals, persona, evidence }
}

/** An entry without a place of its own sums a signal's other sentences, or other wording. */
function evidenceWords(post: ScorablePost, { signal, field, start, end }: Evidence): string {
  if (start === end) return signal === 'wording' ? '(other wording)' : '(other sentences)'
  return post[field].slice(start, end)
}
