import { explainScore } from './explain-score.ts'
import { listSignals } from './list-signals.ts'
import { featureRows, hitFinder, scoreBase } from './model.ts'
import { readPersona } from './persona.ts'
import type { PostScore, ScorablePost } from './post-score.ts'
import { ruleTable } from './rule-table.ts'
import { emptySums, sumHits } from './sum-hits.ts'

export type { Evidence, PostScore, ScorablePost } from './post-score.ts'

/** Reused between posts. */
const sums = emptySums()

/**
 * Scores a post for the unmet need it shows. The base and the points of the evidence add up to the
 * score before it is rounded and held between 0 and 100. Same post and `scorerVersion`, same result.
 */
export function scorePost(post: ScorablePost): PostScore {
  const hits = hitFinder.find(post)
  sumHits(hits, featureRows, sums)
  const evidence = explainScore(hits, sums)
  const total = evidence.reduce((sum, one) => sum + Math.round(one.points * 10), Math.round(scoreBase * 10))
  return {
    opportunityScore: Math.max(0, Math.min(100, Math.round(total / 10))),
    signals: listSignals(sums, evidence, post.community),
    persona: readPersona(hits, post.community),
    evidence,
  }
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
