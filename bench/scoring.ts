import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingData, readArchivePosts } from '#learning/data/labelled-post.ts'
import type { TimedScorer } from './time-scorer.ts'

// Compares the speed of the scorer with that of another checkout. The two scorers alternate, each in its own
// process: npm run bench:scoring -- [--before FOLDER] [--rounds 5] [--every 32]

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    every: { type: 'string', default: '32' },
  },
})
const here = resolve(import.meta.dirname, '..')
const folders = values.before === undefined ? [here] : [resolve(values.before), here]

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function timeScorer(folder: string, file: string): TimedScorer {
  const child = join(import.meta.dirname, 'time-scorer.ts')
  return JSON.parse(execFileSync(process.execPath, [child, folder, file], { cwd: folder, encoding: 'utf8' }))
}

function bench(): void {
  const chosen = readArchivePosts().filter((_, at) => at % Number(values.every) === 0)
  const folder = mkdtempSync(join(tmpdir(), 'unmet-scoring-'))
  const file = join(folder, 'posts.json')
  const timed = folders.map((): TimedScorer[] => [])
  try {
    writeFileSync(file, JSON.stringify(chosen))
    for (let round = 0; round < Number(values.rounds); round++)
      folders.forEach((one, at) => {
        timed[at]?.push(timeScorer(one, file))
      })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  folders.forEach((one, at) => {
    const rounds = timed[at] ?? []
    const of = (figure: (round: TimedScorer) => number) => median(rounds.map(figure))
    const speed = of(({ postsPerSecond }) => postsPerSecond)
    const before = timed[0] ?? []
    const ratio = median(
      rounds.map((round, turn) => round.postsPerSecond / (before[turn]?.postsPerSecond ?? 0)),
    )
    console.log(
      `${one}: ${speed} posts a second of CPU (${ratio.toFixed(2)} times the first), ` +
        `${of(({ timesTokenizer }) => timesTokenizer)} times tokenizing, ` +
        `first post of 100 kB ${of(({ firstLongPostMs }) => firstLongPostMs)} ms; ` +
        `version ${rounds[0]?.version}, scores ${rounds[0]?.scores}`,
    )
  })
}

const missing = missingData()
if (missing === null) bench()
else console.log(`Skipped: ${missing}`)
