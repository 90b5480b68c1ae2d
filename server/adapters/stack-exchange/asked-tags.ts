type Tagged = { tags: readonly string[] }

/** The most common tag of these questions. */
function commonest(questions: readonly Tagged[]): string | null {
  const counts = new Map<string, number>()
  for (const { tags } of questions) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return (
    [...counts].reduce<[string, number]>((best, one) => (one[1] > best[1] ? one : best), ['', 0])[0] || null
  )
}

/**
 * Finds questions without any requested tag. A server that does not know the filter returns such questions,
 * too. If no question has a certain requested tag, this tag may be a synonym of the most common tag. All
 * questions with the most common tag then match.
 */
export function findOthers<Question extends Tagged>(
  questions: readonly Question[],
  asked: readonly string[],
): Question[] {
  if (asked.length === 0) return []
  const wanted = new Set(asked.map((tag) => tag.toLowerCase()))
  const others = questions.filter(({ tags }) => tags.length > 0 && !tags.some((tag) => wanted.has(tag)))
  const seen = new Set(questions.flatMap(({ tags }) => tags))
  let unexplained: Question[] = others
  for (const tag of wanted) {
    const synonym = seen.has(tag) ? null : commonest(unexplained)
    if (synonym !== null) unexplained = unexplained.filter(({ tags }) => !tags.includes(synonym))
  }
  return unexplained.length === 0 ? [] : others
}
