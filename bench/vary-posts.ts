import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createZstdDecompress } from 'node:zlib'

// Makes many posts from real ones: leaves out random sentences of each, and adds one of the previous post:
// node bench/vary-posts.ts --rows 1000000 posts.ndjson.zst | DATA_DIR=/tmp/bench npm run archive:import -- -

type DumpedPost = { id: string; selftext: string; created_utc: number }

const { values, positionals } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' } },
  allowPositionals: true,
})
const [file] = positionals
if (file === undefined) {
  console.error('Name a .ndjson.zst file of posts')
  process.exit(2)
}
const rows = Number(values.rows)
const daySeconds = 86_400

let state = 7
function chance(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return state / 0x7fffffff
}

/** The sentences of a text, with the separators between them. */
function sentencesOf(text: string): string[] {
  return text.match(/[^.!?\n]+[.!?\n]*\s*/g) ?? []
}

function varied(post: DumpedPost, before: DumpedPost, round: number): DumpedPost {
  const borrowed = sentencesOf(before.selftext).find(() => chance() < 0.2) ?? ''
  const kept = sentencesOf(post.selftext).filter(() => chance() > 0.15)
  return {
    ...post,
    id: `${post.id}v${round}`,
    selftext: `${kept.join('')}${borrowed}`,
    created_utc: post.created_utc + round * daySeconds,
  }
}

let written = 0
for (let round = 0; written < rows; round += 1) {
  const unpacked = createReadStream(file).pipe(createZstdDecompress())
  let before: DumpedPost = { id: '', selftext: '', created_utc: 0 }
  for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (written === rows) break
    let post: DumpedPost
    try {
      post = JSON.parse(line) as DumpedPost
    } catch {
      continue
    }
    const row = round === 0 ? post : varied(post, before, round)
    before = post
    written += 1
    if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain')
  }
}
