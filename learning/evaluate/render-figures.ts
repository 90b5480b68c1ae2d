import type { ExplanationFigures } from './explain-figures.ts'
import type { Figures, RankingFigures } from './read-figures.ts'

/** What was measured of the shipped model. */
export type MeasuredScorer = {
  version: string
  written: RankingFigures
  kinds: RankingFigures
  explained: ExplanationFigures
  speed: { postsPerSecond: number; timesTokenizer: number; firstLongPostMs: number }
}

const percent = (share: number) => `${(100 * share).toFixed(0)}%`

/** The scorer's part of the page of figures, as Markdown. */
export function renderFigures(scorer: MeasuredScorer, learned: Figures): string {
  const { version, written, kinds, explained, speed } = scorer
  const { otherShare, reasons } = explained
  const lines = [
    '## The scorer',
    '',
    `Scorer ${version}. \`npm run train\` gives the first three tables, \`npm run evaluate\` the rest. All raters are language models.`,
    '',
    '### Ranking of posts never learned from',
    '',
    '| posts | AUC | Spearman | NDCG@20 | P@20 |',
    '|---|---|---|---|---|',
    rankingRow(`${learned.ranking.posts} gold posts, whole communities held out`, learned.ranking),
    rankingRow(`${written.posts} posts written in the manner of 2025-2026`, written),
    rankingRow(
      `${kinds.posts} posts written in that of Discourse, Lemmy, Stack Exchange and Hacker News`,
      kinds,
    ),
    '',
    '### What a score means',
    '',
    '| score | posts | with potential 1.5 or more |',
    '|---|---|---|',
    ...learned.reliability.map((row) => `| ${row.from}-${row.to} | ${row.posts} | ${row.percent}% |`),
    '',
    '### Signals',
    '',
    '| signal | worth | precision | recall | F1 | posts |',
    '|---|---|---|---|---|---|',
    ...learned.signals.map(
      (row) =>
        `| \`${row.signal}\` | ${row.worth} | ${row.precision} | ${row.recall} | ${row.f1} | ${row.posts} |`,
    ),
    '',
    `Mean F1 of the eight signals that words help to list, on gold posts, whole communities held out, thresholds of the other folds: ${learned.goldF1}.`,
    '',
    '### Explanations of the archive',
    '',
    '| what | figure |',
    '|---|---|',
    `| posts at exactly 100, from 80, from 60 | ${explained.at100}, ${explained.from80}, ${explained.from60} |`,
    `| other wording's share of absolute points, posts from 60 up: median, 95th percentile | ${percent(otherShare.median)}, ${percent(otherShare.high)} |`,
    `| the same of other sentences of named signals | ${percent(explained.otherSentencesShare.median)}, ${percent(explained.otherSentencesShare.high)} |`,
    `| reasons shown, posts from 60 up: median, most | ${reasons.median}, ${reasons.most} |`,
    `| of 500 posts from 40 up: erasing a reason's sentences takes 80% of its points | ${percent(explained.erased / 500)} |`,
    `| the same: erasing a stretch that is not shown, as long as the strongest reason, changes the score by 5 at most | ${percent(explained.unshownErased / 500)} |`,
    `| the same for stretches as long as every reason, all of them | ${percent(explained.everyUnshownErased / 500)} |`,
    `| share of all positive points that one signal has at most | ${percent(explained.mostOfOneSignal)} |`,
    `| bytes of evidence a post, as JSON | ${explained.evidenceBytes.toFixed(0)} |`,
    `| posts a second of CPU; times only tokenizing; first post of 100 kB | ${speed.postsPerSecond}; ${speed.timesTokenizer}; ${speed.firstLongPostMs} ms |`,
    '',
  ]
  return lines.join('\n')
}

function rankingRow(name: string, row: RankingFigures): string {
  return `| ${name} | ${row.auc} | ${row.spearman} | ${row.ndcg} | ${row.precision} |`
}
