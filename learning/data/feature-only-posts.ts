import { readLines, readShortLabel } from './labelled-post.ts'

/**
 * A judged post whose text we may not keep. We keep only the features that were read from it, without
 * positions. `rules` are rules with the kind of sentence in which they matched. Each word or phrase is listed
 * once for the title and once for the text.
 */
export type FeatureOnlyPost = {
  id: string
  community: string
  potential: number
  signals: ReturnType<typeof readShortLabel>['signals']
  rules: { key: string; place: number; inTitle: boolean }[]
  title: string[]
  body: string[]
  bodyTokens: number
}

/** Real posts of 2025-2026 from public collections, judged by language models. */
export function readFeatureOnlyPosts(): FeatureOnlyPost[] {
  const [head = '', ...lines] = readLines(new URL('./feature-only-posts.ndjson', import.meta.url))
  const { ruleKeys, phrases }: { ruleKeys: string[]; phrases: string[] } = JSON.parse(head)
  return lines.map((line) => {
    const { id, community, label, rules, title, body, bodyValue } = JSON.parse(line)
    return {
      id,
      community,
      ...readShortLabel(label),
      rules: Object.keys(rules).map((name) => readRule(name, ruleKeys)),
      title: readPhrases(title, phrases),
      body: readPhrases(body, phrases),
      bodyTokens: bodyValue === 0 ? 0 : Math.max(1, Math.round((25 / bodyValue ** 2 - 20) / 1.2)),
    }
  })
}

/**
 * When these posts were read, rules had five kinds of sentences: statements and questions, each in the title
 * or in the text, and sentences in the third person.
 */
function readRule(name: string, keys: readonly string[]): FeatureOnlyPost['rules'][number] {
  const [number = 0, place = 0] = name.split('.').map(Number)
  return { key: keys[number] ?? '', place: place === 4 ? 2 : place % 2, inTitle: place < 2 }
}

/** The numbers of phrases are stored as differences from the previous number, in base 36. */
function readPhrases(gaps: string, phrases: readonly string[]): string[] {
  let last = -1
  return gaps === ''
    ? []
    : gaps.split(' ').map((gap) => {
        last += Number.parseInt(gap, 36)
        return phrases[last] ?? ''
      })
}
