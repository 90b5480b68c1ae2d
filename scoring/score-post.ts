import { citeSignals } from './cite-signals.ts'
import { explainScore } from './explain-score.ts'
import { listSignals } from './list-signals.ts'
import { featureRows, hitFinder, scoreBase } from './model.ts'
import { readPersona } from './persona.ts'
import type { Evidence, PostScore, ScorablePost } from './post-score.ts'
import { ruleTable } from './rule-table.ts'
import { emptySums, sumHits } from './sum-hits.ts'

export type { Evidence, PostScore, ScorablePost } from './post-score.ts'

/** Reused between posts. */
const sums = emptySums()
/** To one decimal, as the points are. */
const base = Math.round(scoreBase * 10) / 10

/**
 * Scores a post for the unmet need it shows. Same post and `scorerVersion`, same result.
 */
export function scorePost(post: ScorablePost): PostScore {
  const hits = hitFinder.find(post)
  sumHits(hits, featureRows, sums)
  const evidence = explainScore(hits, sums)
  const total = evidence.reduce((sum, one) => sum + Math.round(one.points * 10), Math.round(base * 10))
  const signals = listSignals({ sums, evidence, plain: hits.plain, community: post.community })
  const cited = citeSignals(signals, evidence, hits)
  if (cited.length > 0) evidence.splice(countSpans(evidence), 0, ...cited)
  return {
    opportunityScore: Math.max(0, Math.min(100, Math.round(total / 10))),
    base,
    signals,
    persona: readPersona(hits, post.community),
    evidence,
  }
}

/** All but the last entry, when that sums what is too weak to show. */
function countSpans(evidence: readonly Evidence[]): number {
  const last = evidence.at(-1)
  return evidence.length - (last !== undefined && last.end <= last.start ? 1 : 0)
}

const practicePosts = 40
/**
 * A post has its words three times: enough for arrays that start small to grow, since a first growth later would undo
 * compiled code.
 */
const practiceWords = 60
const practiceRules = 4
/** What a text holds besides words: marks, numbers, links, an entity, an accent, an emoji. */
const practiceSigns =
  "\n- 1. It's &amp; not $5, 10k or 3.5! /r/tools [see](https://example.com/a) www.example.com; caf\u00e9 \ud83d\ude42\n"

/** Scores posts made of words and rules of the model, so that the engine is compiled before the first real post comes. */
function practise(): void {
  const { words } = hitFinder.vocabulary
  const ofRules = ruleTable.flatMap((rule) => rule.phrases.filter((phrase) => /^[a-z ]+$/.test(phrase)))
  for (let post = 0; post < practicePosts; post++) {
    const text = words.slice(post * practiceWords, (post + 1) * practiceWords).join(' ')
    const rules = ofRules
      .slice(post * practiceRules, (post + 1) * practiceRules)
      .map((phrase) => `I ${phrase}. They ${phrase}, not ${phrase}?`)
      .join(' ')
    const selftext = `${text}?\n> ${text}. I have ${text}${practiceSigns}${rules} ${rules}`
    scorePost({ title: text.slice(0, 80), selftext, community: '' })
  }
}

practise()
