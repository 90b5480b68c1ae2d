import { toV1Reasons } from '#contract/v1/to-v1-post.ts'
import type { V1ScoredText } from '#contract/v1/v1-score.ts'
import type { KeyHolder, RateWindow } from '#server/actor.ts'
import { tooOften } from '#server/errors.ts'
import type { ScorePastedPost } from './score-pasted-post.ts'

export type ScoreTexts = Pick<ScorePastedPost, 'scorePost' | 'findLanguage' | 'scorerVersion'> & {
  mayScore: RateWindow
  /** Pauses so that other requests can run. */
  pause: () => Promise<void>
}

type Text = { title: string; text: string }

const noScore = { score: null, persona: null, signals: [], base: null, reasons: [] }

async function scoreText(deps: ScoreTexts, owner: string, { title, text }: Text): Promise<V1ScoredText> {
  if (`${title}${text}`.trim() === '') return { ...noScore, problem: 'The text is empty.' }
  if (deps.findLanguage(`${title}\n${text}`) !== null)
    return { ...noScore, problem: 'The text does not seem to be English, and only English texts are scored.' }
  const { opportunityScore, persona, signals, base, evidence } = await deps.scorePost(owner, {
    title,
    selftext: text,
    community: '',
  })
  const texts = { title, text, offset: 0 }
  const reasons = toV1Reasons(evidence, texts)
  return { score: opportunityScore, persona, signals: [...signals], base, reasons, problem: null }
}

/** Scores the texts that a program sent, in their order. Nothing is stored. */
export async function scoreTexts(deps: ScoreTexts, { userId }: KeyHolder, texts: readonly Text[]) {
  if (!(await deps.mayScore(userId))) throw tooOften('Texts were scored too often', 'scoring')
  const scores: V1ScoredText[] = []
  for (const text of texts) {
    scores.push(await scoreText(deps, userId, text))
    await deps.pause()
  }
  return { scores, scorerVersion: deps.scorerVersion }
}
