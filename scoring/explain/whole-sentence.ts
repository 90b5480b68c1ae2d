type Range = { start: number; end: number }

const goesOn = /[\p{L}\p{N},(–—-]/u
const lowerCase = /^\p{Ll}/u
const endsThought = '.!?…|;'
const closing = ')]"\'”’*_~ '
/** After a break, a clause is complete only if it has a subject of its own or is a question. */
const ownClause =
  /^(?:and |but |so |then |yet )?(?:i|i['’]?(?:m|d|ve|ll)|we|we['’]?(?:re|d|ve|ll)|it|it['’]?s|he|she|they|there|there['’]?s|this|my|our|their|nothing|nobody|everything|everyone) /iu
const ownQuestion =
  /^(?:and |but |so )?(?:is|are|do|does|can|could|would|has|have|how|what|any|anyone|where|which) [^?]{1,200}\?$/iu
/** Clauses that are incomplete without the other half of the sentence. */
const halfBefore = /^(?:if|when|whenever|while|although|though|because|since|unless|once|whether|either) /iu
const openEnd =
  /(?: and| or| but| so| because| then| which| while| when| if| although| though| the| an| to| of| with| for|,|\(|–|—)$/iu
/** If a quote ends with one of these, it lacks what follows: a list, code, or the rest of a word or path. */
const leadsIn = /(?:[:/\\|]| such as| things? like| as follows)$/iu
const either = /\beither\b/iu
const otherHalf = /\bor\b/iu
/** Words and single letters whose period does not end a sentence. */
const abbreviation =
  /(?:^|[^\p{L}])(?:\p{L}|mt|st|no|nr|als|min|max|vol|dept|est|misc|temp|govt|hr|hrs|lb|lbs|ver|resp|cf|al|prof|corp|co|ltd|ex|esp|pcs|tel|avg)$/iu
const longestAbbreviation = 6

/**
 * Whether a range is complete. False for the introduction of a list or of code, for a row of a table, and for
 * half of a sentence that was cut at a clause, a line break or an abbreviation.
 */
export function isWhole(text: string, range: Range): boolean {
  if (!isComplete(text, range)) return false
  const quote = text.slice(range.start, range.end)
  return !goesOnBefore(text, range.start) || ownClause.test(quote) || ownQuestion.test(quote)
}

/**
 * Whether a range includes the end of its thought. A missing end disturbs readers more than a missing
 * beginning.
 */
export function isComplete(text: string, { start, end }: Range): boolean {
  const quote = text.slice(start, end)
  if (leadsIn.test(trimClosing(quote)) || quote.includes(' | ') || isOpen(quote, '(', ')')) return false
  return !goesOnAfter(text, end) || !isFirstHalf(quote)
}

/** Whether readers need the part of the sentence that follows a quote to understand the quote. */
function isFirstHalf(quote: string): boolean {
  if (quote.endsWith('.') || openEnd.test(quote) || halfBefore.test(quote)) return true
  return either.test(quote) && !otherHalf.test(quote)
}

const isOpen = (quote: string, opens: string, closes: string) =>
  quote.lastIndexOf(opens) > quote.lastIndexOf(closes)

/** Whether the text before an offset ends with an incomplete thought. */
function goesOnBefore(text: string, at: number): boolean {
  let before = at - 1
  let lines = 0
  while (before >= 0 && isBetween(text[before] ?? '')) {
    if (text[before] === '\n') lines++
    before--
  }
  if (before < 0 || lines > 1 || isListMark(text, before)) return false
  return lines === 1 || text[before] === '.'
    ? isJoined(text, before, at)
    : !endsThought.includes(text[before] ?? '')
}

const listMark = /(?:^|\n)[ \t\\]*(?:[*+•–-]|\d{1,2}[.)])$/u
const longestListMark = 8

function isListMark(text: string, at: number): boolean {
  return listMark.test(text.slice(Math.max(0, at + 1 - longestListMark), at + 1))
}

/** Whether the thought of a quote continues after its end. */
export function goesOnAfter(text: string, end: number): boolean {
  const last = trimClosing(text.slice(Math.max(0, end - 8), end)).at(-1) ?? ''
  let next = end
  let lines = 0
  while (next < text.length && (isBetween(text[next] ?? '') || text[next] === '.')) {
    if (text[next] === '\n') lines++
    next++
  }
  if (next >= text.length || lines > 1) return false
  if (lines === 1 || last === '.') return isJoined(text, end - 1, next)
  return !endsThought.includes(last) && goesOn.test(text[next] ?? '')
}

/**
 * Whether a sentence continues after a line break or a period, as shown by the last character before it and by
 * a small letter after it. False for texts that start with a small letter.
 */
function isJoined(text: string, before: number, next: number): boolean {
  if (!lowerCase.test(text.slice(next, next + 2)) || lowerCase.test(text)) return false
  const last = text[before] ?? ''
  if (last !== '.') return !endsThought.includes(last)
  if (text[before - 1] === '.') return true
  return abbreviation.test(text.slice(Math.max(0, before - longestAbbreviation), before))
}

const isBetween = (character: string) =>
  character === ' ' || character === '\n' || closing.includes(character)

function trimClosing(quote: string): string {
  let end = quote.length
  while (end > 0 && closing.includes(quote[end - 1] ?? '')) end--
  return quote.slice(0, end)
}
