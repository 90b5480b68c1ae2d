/** Longer than any footer. Only the end of a text is searched. */
const mostCharacters = 2000

type Footer = {
  pattern: RegExp
  /** Posts of a topic in Discourse, including its first one. */
  counts?: 'posts'
}

/** What publishing software adds below the text of an item. */
const footers: readonly Footer[] = [
  // Discourse.
  {
    pattern: /(?:^|\n)(?<count>\d{1,9}) posts? - \d{1,9} participants?\s+Read full topic$/u,
    counts: 'posts',
  },
  // phpBB.
  { pattern: /(?:^|\n)Statistics: Posted by [^\n]{1,100} — [^\n]{1,60}$/u },
  // Reddit.
  { pattern: /(?:^|\s)submitted by\s+\/u\/[\w-]{1,30}(?:\s+to\s+r\/\w{1,30})?\s+\[link\]\s+\[comments\]$/u },
  // Hacker News by hnrss.org.
  {
    pattern:
      /(?:^|\n)(?:Article URL: \S{1,600}\s+)?Comments URL: \S{1,600}\s+Points: (?<upvotes>\d{1,9})\s+# Comments: (?<count>\d{1,9})$/u,
  },
]

const onSite = /^ (?:appeared first|first appeared) on [^\n]{1,200}\.$/u

/** Where a footer of WordPress in English starts, which names the item; -1 if there is none. */
function wordPressFooter(end: string, itemTitle: string): number {
  const start = end.lastIndexOf('\n') + 1
  const named = `The post ${itemTitle}`
  return end.startsWith(named, start) && onSite.test(end.slice(start + named.length)) ? start : -1
}

export type WithoutFooter = { text: string; upvotes: number | null; comments: number | null }

const numberOf = (digits: string | undefined) => (digits === undefined ? null : Number(digits))

/**
 * The text of an item without what its author did not write below it, with the counts that were read there.
 * They are null if there are none.
 */
export function withoutFooter(text: string, itemTitle: string): WithoutFooter {
  const from = Math.max(0, text.length - mostCharacters)
  const end = text.slice(from)
  const start = wordPressFooter(end, itemTitle)
  if (start !== -1) return { text: text.slice(0, from + start).trimEnd(), upvotes: null, comments: null }
  for (const { pattern, counts } of footers) {
    const found = pattern.exec(end)
    if (found === null) continue
    const count = numberOf(found.groups?.count)
    return {
      text: text.slice(0, from + found.index).trimEnd(),
      upvotes: numberOf(found.groups?.upvotes),
      comments: count !== null && counts === 'posts' ? Math.max(0, count - 1) : count,
    }
  }
  return { text, upvotes: null, comments: null }
}
