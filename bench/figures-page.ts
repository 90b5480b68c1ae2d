import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MeasuredScorer, renderFigures } from '#learning/evaluate/render-figures.ts'
import { type Bar, type MeasuredSection, resultsFolder } from './save-figures.ts'

// Writes docs/figures.md from saved results of benches and of the scorer's evaluation: npm run figures

const root = join(import.meta.dirname, '..')
/** The order of the sections; others follow. */
const order =
  'relevance needs search-131326 search-1000000 stream overload import own page interaction accounts admin'.split(
    ' ',
  )
const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

const introduction = `# Measured figures

Made by \`npm run figures\` from [bench/results](../bench/results); do not edit it. Each command below renews its own section when it runs with \`SAVE_FIGURES=1\`, and \`npm run evaluate\` renews the scorer's.

The machine: a shared virtual machine with 2 cores and 24 GiB, Node 24, the embedded PostgreSQL 18. The archive: 131,326 real posts. The archive of 1,000,000 posts varies them: \`node bench/vary-posts.ts --rows 1000000 FILE | DATA_DIR=FOLDER npm run archive:import -- -\`. Ratios carry over to other machines, milliseconds do not. No test asserts a figure of this page. A bar is what we wanted; where we missed it, the table says so.
`

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const day = (date: string) => dayFormat.format(new Date(date))

const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]) =>
  [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

function barRow({ what, measured, most, least, unit = '', measuredOn }: Bar): string[] {
  const asked = most === undefined ? `at least ${least}` : `at most ${most}`
  const met =
    measured <= (most ?? Number.POSITIVE_INFINITY) && measured >= (least ?? Number.NEGATIVE_INFINITY)
  const since = measuredOn === undefined ? '' : ` (${day(measuredOn)})`
  return [what, `${asked}${unit}`, `${measured}${unit}${since}`, met ? 'met' : '**missed**']
}

function renderSection({
  title,
  command,
  measuredOn,
  over,
  columns,
  rows,
  bars = [],
  notes = [],
}: MeasuredSection) {
  const source = `${command === undefined ? '' : `\`${command}\`, `}${day(measuredOn)}. ${over}`
  const asked = bars.length === 0 ? [] : [table(['bar', 'wanted', 'measured', ''], bars.map(barRow))]
  return [`## ${title}`, source, table(columns, rows), ...asked, ...notes].join('\n\n')
}

const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The expected content of `docs/figures.md`. */
export function figuresPage(): string {
  const names = readdirSync(resultsFolder).map((file) => file.replace('.json', ''))
  const sections = names
    .filter((name) => name !== 'scorer')
    .sort((a, b) => place(a) - place(b))
    .map((name): MeasuredSection => readJson(`bench/results/${name}.json`))
  const scorer: MeasuredScorer = readJson('bench/results/scorer.json')
  const ofScorer = renderFigures(scorer, readJson('web/features/scoring/measured-figures.json'))
  return `${[introduction.trimEnd(), ...sections.map(renderSection), ofScorer.trimEnd()].join('\n\n')}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/figures.md'), figuresPage())
