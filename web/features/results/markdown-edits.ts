/** A stretch of a text that is shown as something else; `shown` is empty where it is left out. */
type TextEdit = { start: number; end: number; shown: string }

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&#x200b;': '',
}

type Rule = {
  pattern: RegExp
  edit: (match: RegExpExecArray) => [offset: number, length: number, shown?: string][]
}

const whole = (match: RegExpExecArray, shown = ''): [number, number, string] => [0, match[0].length, shown]
/** Leaves out what stands before and behind the part that is read. */
const around = (match: RegExpExecArray): [number, number][] => {
  const [all, before = '', kept = ''] = match
  const rest = before.length + kept.length
  return [
    [0, before.length],
    [rest, all.length - rest],
  ]
}

/** In this order; what one rule has taken no later one takes. An excerpt may begin or end inside any of them. */
const rules: readonly Rule[] = [
  { pattern: /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/gmu, edit: (match) => [whole(match)] },
  // A link shows its words; pictures and addresses with one pair of brackets are links as well.
  {
    pattern: /(!?\[)([^[\]\n]{0,400})\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?(?:\)|$)/gu,
    edit: around,
  },
  {
    pattern: /^([^[\]\n]*)(\]\((?:https?:|\/|www\.)[^\s)]*\)?)/gu,
    edit: (match) => [[match[1]?.length ?? 0, match[2]?.length ?? 0]],
  },
  { pattern: /\[(?=[^[\]\n]*$)/gu, edit: (match) => [whole(match)] },
  {
    pattern: /&(?:amp|lt|gt|quot|nbsp|#39|#x200b);/giu,
    edit: (match) => [whole(match, entities[match[0].toLowerCase()])],
  },
  { pattern: /\\(?=[\\`*_{}[\]()#+.!~>|-])/gu, edit: (match) => [whole(match)] },
  { pattern: /^[ \t]{0,3}#{1,6}[ \t]+/gmu, edit: (match) => [whole(match)] },
  { pattern: /^([ \t]*)[*+-](?=[ \t]+\S)/gmu, edit: (match) => [[match[1]?.length ?? 0, 1, '•']] },
  { pattern: /\*{2,}|~~|`+/gu, edit: (match) => [whole(match)] },
  { pattern: /(?<![\w_])(__?)(?=\S)([^_\n]+?)(?<=\S)\1(?![\w_])/gu, edit: around },
  { pattern: /(?<![\w*])(\*)(?=\S)([^*\n]+?)(?<=\S)\*(?![\w*])/gu, edit: around },
]

/** What makes Markdown read as plain text, in order, without overlaps; offsets count from the beginning of the text. */
export function markdownEdits(text: string): TextEdit[] {
  const edits: TextEdit[] = []
  const taken = new Uint8Array(text.length)
  for (const { pattern, edit } of rules) {
    for (const match of text.matchAll(pattern)) {
      for (const [offset, length, shown = ''] of edit(match)) {
        const start = match.index + offset
        const end = start + length
        if (length === 0 || taken.subarray(start, end).includes(1)) continue
        taken.fill(1, start, end)
        edits.push({ start, end, shown })
      }
    }
  }
  return edits.sort((one, other) => one.start - other.start)
}

type Stretch = { start: number; end: number }

/** The text from `start` to `end` with the edits made; one that begins before it shows nothing here. */
export function applyEdits(text: string, edits: readonly TextEdit[], { start, end }: Stretch): string {
  let shown = ''
  let at = start
  for (const edit of edits) {
    if (edit.end <= at || edit.start >= end) continue
    shown += text.slice(at, Math.max(at, edit.start))
    if (edit.start >= start) shown += edit.shown
    at = Math.min(end, edit.end)
  }
  return shown + text.slice(at, end)
}
