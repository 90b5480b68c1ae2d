import { buildPattern } from '#contract/build-pattern.ts'

/** A range of a text that is replaced for display; `shown` is empty if it is removed. */
type TextEdit = { start: number; end: number; shown: string }

const entities = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&#x200b;': '',
}

/**
 * `shown` replaces the match. A rule that keeps part of its match has the group `read` instead of `shown`.
 */
type Rule = { pattern: RegExp; shown?: string }

/**
 * The order matters: later rules skip what earlier ones have replaced. An excerpt may start or end inside any
 * match.
 */
const rules: readonly Rule[] = [
  { pattern: /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/dgmu },
  // A link shows its text; images and addresses in single brackets are handled as links too.
  { pattern: /!?\[(?<read>[^[\]\n]{0,400})\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"\n]*")?(?:\)|$)/dgu },
  { pattern: /\](?<=^[^[\]\n]*\])\((?:https?:|\/|www\.)[^\s)]*\)?/dgu },
  { pattern: /\[(?=[^[\]\n]*$)/dgu },
  ...Object.entries(entities).map(([entity, shown]) => ({ pattern: buildPattern(entity, 'dgiu'), shown })),
  { pattern: /\\(?=[\\`*_{}[\]()#+.!~>|-])/dgu },
  { pattern: /^[ \t]{0,3}#{1,6}[ \t]+/dgmu },
  { pattern: /[*+-](?<=^[ \t]*[*+-])(?=[ \t]+\S)/dgmu, shown: '•' },
  { pattern: /\*{2,}|~~|`+/dgu },
  { pattern: /(?<![\w_])(__?)(?=\S)(?<read>[^_\n]+?)(?<=\S)\1(?![\w_])/dgu },
  { pattern: /(?<![\w*])\*(?=\S)(?<read>[^*\n]+?)(?<=\S)\*(?![\w*])/dgu },
]

/** Edits that turn Markdown into plain text, in order, without overlaps; offsets count from the start of the text. */
export function markdownEdits(text: string): TextEdit[] {
  const edits: TextEdit[] = []
  const taken = new Uint8Array(text.length)
  const take = (start: number, end: number, shown: string) => {
    if (start === end || taken.subarray(start, end).includes(1)) return
    taken.fill(1, start, end)
    edits.push({ start, end, shown })
  }
  for (const { pattern, shown = '' } of rules) {
    for (const { index, 0: found, indices } of text.matchAll(pattern)) {
      const end = index + found.length
      const [readStart, readEnd] = indices?.groups?.read ?? [end, end]
      take(index, readStart, shown)
      take(readEnd, end, shown)
    }
  }
  return edits.sort((one, other) => one.start - other.start)
}

type Stretch = { start: number; end: number }

/**
 * The text from `start` to `end` with the edits applied; an edit that starts before `start` shows nothing.
 */
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

export const plainWords = (text: string): string =>
  applyEdits(text, markdownEdits(text), { start: 0, end: text.length })
