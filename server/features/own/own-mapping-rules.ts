import type { OwnMapping } from '#contract/own-material.ts'
import { isOtherSide, isSignedComment, isUserAgent, wordsOf } from './other-side-rules.ts'
import { asksToRate, isForeignRating, isNamed, isSurveyKind, type NamedField } from './own-column-rules.ts'
import { isRelativeDate, listDateColumns } from './own-date-rules.ts'
import { readRating } from './rating-rules.ts'

type Table = { columns: readonly string[]; rows: readonly (readonly string[])[] }

type IsDate = (cell: string) => boolean

/** Matches titles of texts, such as `note_title` or `Case Subject`, but not "Job Title". */
const endsAsTitle =
  /^(?:note|ticket|case|issue|request|feedback|idea|review|post|topic|thread|task|card|message|suggestion|conversation|question|e ?mail) (?:title|subject|headline)$|^(?:ticket|case|issue|request|idea|feature|post|topic|task|card|suggestion) name$/u

const folded = (column: string) => column.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
const nameEnd = (column: string) => folded(column.split('.').at(-1) ?? '')

const isTitled = (field: NamedField, column: string) => field === 'title' && endsAsTitle.test(wordsOf(column))
/** `author.name` is a person's name, not a title. */
const isOfPerson = (column: string) =>
  /author|user|customer|requester|sender|reporter|creator|assignee|contact|person/iu.test(column)

function cellsOf({ columns, rows }: Table, column: string): string[] {
  const at = columns.indexOf(column)
  return rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
}

function usualWords(table: Table, column: string): number {
  const counts = cellsOf(table, column)
    .map((cell) => cell.split(/\s+/u).length)
    .sort((a, b) => a - b)
  return counts[Math.floor(counts.length / 2)] ?? 0
}

/** Survey answers are sentences; other cells of tables are shorter. */
const sentenceWords = 5

const isAddress = (cell: string) => /^https?:\/\/\S+$/iu.test(cell)
/** URLs of APIs. */
const isOfInterface = (cell: string) => /^https?:\/\/(?:api\.|[^/]{1,200}\/(?:api|rest)\/)/iu.test(cell)
/** Whether a cell is the URL of a web page. */
const isPage = (cell: string) => isAddress(cell) && !isOfInterface(cell)
/** Whether a cell is a list or an object as JSON. */
const isData = (cell: string) => /^(?:\{"|\[\{|\["|(?:\[\]|\{\})$)/u.test(cell)

function holds(table: Table, column: string, fits: (cell: string) => boolean): boolean {
  const cells = cellsOf(table, column)
  return cells.length > 0 && cells.every(fits)
}

const fewChoices = 0.5
const enoughAnswers = 4

/** Whether a column has multiple-choice answers, which repeat more often than free text. */
function isChoice(table: Table, column: string): boolean {
  // Columns of answers that were chosen get this suffix when a survey is read.
  if (column.endsWith(' (choice)')) return true
  const cells = cellsOf(table, column)
  if (cells.length > 1 && new Set(cells).size === 1) return true
  // In cells such as "3 of 9 found this helpful", only the numbers differ.
  const isCount = cells.length > 1 && cells.every((cell) => /^\d/u.test(cell))
  if (isCount && new Set(cells.map((cell) => cell.replaceAll(/\d+/gu, '#'))).size === 1) return true
  if (cells.length < enoughAnswers) return false
  const picks = cells.flatMap((cell) => cell.split(/[,;|\n]/u).map((pick) => pick.trim()))
  return new Set(cells).size <= fewChoices * cells.length || new Set(picks).size <= 0.4 * picks.length
}

const answerWords = 3
/** Matches names of columns with a number, a choice or the identity of a person. */
const asksForFact =
  /^(?:how (?:often|many|much|long|likely|old|big|large|satisfied|easy|did you (?:hear|find))|which|when|where|who|are|is|do|does|did|have|has|would|will|can|may)\b|\b(?:your|the) (?:role|job|title|name|company|position|industry|country|team|department|age|plan)\b/iu

/** Whether a column is a survey question with short free-text answers. */
const isShortAnswer = (table: Table, column: string) =>
  column.trim().endsWith('?') && !asksForFact.test(column.trim()) && usualWords(table, column) >= answerWords

/** The length of a preview, a cell with only a piece of a text. A longer one has to be its beginning. */
const preview = { least: 20, most: 500 }

/** A copy has cells that equal those of another column, or long pieces of them, apart from tags. */
function copyFinder({ columns, rows }: Table) {
  const known = new Map<string, string[]>()
  const plain = (column: string) => {
    const at = columns.indexOf(column)
    const cells =
      known.get(column) ?? rows.map((row) => folded((row[at] ?? '').replaceAll(/<[^<>]{0,200}>/gu, '')))
    known.set(column, cells)
    return cells
  }
  return (column: string, other: string): boolean => {
    const originals = plain(other)
    const isPiece = (copy: string, original: string) =>
      copy.length > preview.most ? original.startsWith(copy) : original.includes(copy)
    const fits = (copy: string, original: string) =>
      copy === original || (copy.length >= preview.least && isPiece(copy, original))
    const copies = plain(column)
    return (
      copies.some((cell) => cell !== '') &&
      copies.every((cell, at) => cell === '' || fits(cell, originals[at] ?? ''))
    )
  }
}

/** Assigns columns to fields one after another. A field only gets a column that no earlier field has. */
function makeTaker(table: Table) {
  const free = new Set(table.columns.filter((column) => !holds(table, column, isData)))
  const keep = (column: string | null) => {
    if (column !== null) free.delete(column)
    return column
  }
  const take = (field: NamedField, fits: (column: string) => boolean = () => true) => {
    const left = table.columns.filter((one) => free.has(one) && fits(one))
    const exact = left.find((one) => isNamed(field, folded(one)))
    const ending = left.find((one) => isNamed(field, nameEnd(one)) && !isOfPerson(one))
    return keep(exact ?? ending ?? left.find((one) => isTitled(field, one)) ?? null)
  }
  return { free, keep, take }
}

/**
 * Chooses the column of dates by its content. If no column has dates, it is chosen by its name, or by dates
 * such as "2 days ago", so that the unreadable cells are counted.
 */
function takeDate(table: Table, { keep, take, free }: ReturnType<typeof makeTaker>, isDate: IsDate) {
  const isLater = (column: string) => /updat|modif|solv|clos|repl|assign|due|^end/iu.test(column)
  const dated = listDateColumns(table, isDate).filter((column) => free.has(column))
  return (
    take('date', (column) => dated.includes(column) && !isLater(column)) ??
    keep(dated[0] ?? null) ??
    take('date', (column) => !isLater(column)) ??
    take('date') ??
    keep(table.columns.find((column) => free.has(column) && holds(table, column, isRelativeDate)) ?? null)
  )
}

const personName = /^\p{Lu}[\p{L}.'’-]{0,30}(?: \p{Lu}[\p{L}.'’-]{0,30}){1,2}$/u

/** Matches columns about staff, such as `Assignee Email`. They do not show that "name" is a person. */
const ofColleague = /^(?:assignee|assigned|agent|owner|creator|created|reporter|updated|modified|admin)\b/u

/**
 * A column named "name" contains people's names if there is an e-mail address or a rating, or if its cells
 * look like names.
 */
function namesPeople(table: Table, column: string): boolean {
  if (nameEnd(column) !== 'name') return false
  const besidePeople = table.columns.some((one) => {
    const words = wordsOf(one)
    return (
      /\b(?:e ?mail|ratings?|stars|user ?name|nick ?name|avatar)\b/u.test(words) && !ofColleague.test(words)
    )
  })
  return besidePeople || holds(table, column, (cell) => personName.test(cell))
}

/** Names of columns whose URLs lead to images, sites, APIs, people or replies, not to the row's original. */
const ofOthers =
  /avatar|image|photo|picture|thumbnail|icon|logo|attachment|screenshot|\bfiles?\b|upload|video|api|\bself\b|relationship|web ?site|homepage|domain|profile|refer|network|unsubscribe|tracking|respon\w{1,9}\./iu
const ofPeople =
  /(?:author|user|customer|requester|reporter|creator|assignee|agent|company|organi[sz]ation|repl(?:y|ies)|[ _]by)[ ._-]?(?:html_?)?(?:url|link|href|page|site)/iu

function takeLink(table: Table, { keep, take, free }: ReturnType<typeof makeTaker>): string | null {
  const isLink = (column: string) => !ofOthers.test(column) && !ofPeople.test(column)
  const isOfRow = (column: string) => {
    const cells = cellsOf(table, column)
    return cells.length < 2 || new Set(cells).size > 1
  }
  const isEmptyOrLinks = (column: string) => isLink(column) && cellsOf(table, column).every(isPage)
  const linked = table.columns.filter((one) => free.has(one) && isLink(one) && holds(table, one, isPage))
  return take('link', isEmptyOrLinks) ?? keep(linked.find(isOfRow) ?? null)
}

const namesRating =
  /\b(?:ratings?|stars?|nps(?: score)?|csat(?: score)?)(?: (?:out )?(?:of )?\d{1,2}(?: (?:to )?\d{1,2})?)?$/u
/** Matches counts of a forum. In a table with such a count, a score counts votes. */
const namesVotes =
  /\b(?:(?:view|answer|comment|reply|vote|like|share|repost) count|(?:up|down)?votes|ups|downs|likes|descendants|num comments)$/u
/** Words in names of columns that sum up all ratings and so have the same value in every row. */
const sumsUp = /\b(?:average|avg|mean|total|count)\b/u
/** A question with the scale in it, such as "On a scale of 1-5, how happy are you?". */
const asksForStars = /\b(?:rate|rating|scale|satisfied|happy|easy|score)\b/iu
const upToFive = /\b1 ?(?:-|–|to) ?5\b|\b(?:out of|of) 5\b|\b5 ?=|\/ ?5\b/iu
const mostStars = 5
const mostPoints = 10
/** The minimum share of ratings in a column whose name means ratings. */
const fewestRatings = 0.5
/** A number that is too large for a rating shows that the column counts something. */
const isBeyond = (cell: string) => Number(cell) > mostPoints

/**
 * The rating of a review, recognised by the column's name and by small numbers. A column named "score" may
 * contain votes, so it is a rating only if its numbers look like stars.
 */
function takeRating(table: Table, { keep, free }: ReturnType<typeof makeTaker>): string | null {
  const isUpTo = (most: number) => (cell: string) => (readRating(cell)?.points ?? Infinity) <= most
  const holdsUpTo = (column: string, most: number) => holds(table, column, isUpTo(most))
  // The name shows that the column has ratings, so other cells, such as "n/a", are allowed.
  const mostly = (column: string, most: number) => {
    const cells = cellsOf(table, column)
    const ratings = cells.filter(isUpTo(most)).length
    return ratings > 0 && ratings >= fewestRatings * cells.length && !cells.some(isBeyond)
  }
  const left = table.columns.filter((one) => free.has(one) && !sumsUp.test(wordsOf(one)))
  const isScored = table.columns.some((one) => holds(table, one, isSurveyKind))
  const isNamedSo = (one: string) =>
    namesRating.test(wordsOf(one)) || isForeignRating(folded(one)) || (isScored && folded(one) === 'score')
  const named = left.filter((one) => isNamedSo(one) && mostly(one, mostPoints))
  const exact = named.find((one) => /^(?:rating|stars?|(?:star|review|im)ratings?)$/u.test(folded(one)))
  const isVoted = table.columns.some((one) => namesVotes.test(wordsOf(one)))
  const isStars = (one: string) =>
    !isVoted &&
    /^(?:score|overall)$/u.test(nameEnd(one)) &&
    !isOfPerson(one) &&
    holdsUpTo(one, mostStars) &&
    cellsOf(table, one).some((cell) => Number(cell) !== 0)
  const isAsked = (one: string) =>
    (asksToRate.test(one.trim()) || (asksForStars.test(one) && upToFive.test(one))) &&
    holdsUpTo(one, mostStars)
  return keep(exact ?? named[0] ?? left.find(isStars) ?? left.find(isAsked) ?? null)
}

const mostTexts = 12
const mostCompared = 3 * mostTexts

/**
 * Guesses the role of each column from its name and content. Replies, internal notes, multiple-choice answers
 * and copies are not the customer's text.
 */
export function guessMapping(
  table: Table,
  read: Pick<OwnMapping, 'format' | 'hasHeader'>,
  isDate: IsDate,
): OwnMapping {
  const taker = makeTaker(table)
  const { free, take } = taker
  for (const column of table.columns) {
    const isWritten = !holds(table, column, isSignedComment) && !holds(table, column, isUserAgent)
    if (!isWritten || isOtherSide(column, table.columns)) free.delete(column)
  }
  const isLong = (column: string) => usualWords(table, column) >= sentenceWords
  const date = takeDate(table, taker, isDate)
  const link = takeLink(table, taker)
  const rating = takeRating(table, taker)
  const facts = { date, link, rating }
  const dates = new Set(listDateColumns(table, isDate))
  const isWritten = (column: string) =>
    (isLong(column) || isShortAnswer(table, column)) && !isChoice(table, column) && !dates.has(column)
  const named = take('text', isWritten) ?? take('text', isLong)
  const title = take('title', (column) => !namesPeople(table, column))
  const group = take('group', (column) => !isLong(column))
  const hasWords = (column: string) => cellsOf(table, column).some((cell) => /\p{L}/u.test(cell))
  const isCopy = copyFinder(table)
  const used = [named, title].filter((column) => column !== null)
  // Surveys have several questions, so all other columns with sentences become part of the text.
  const written = table.columns
    .filter((column) => free.has(column) && isWritten(column))
    .slice(0, mostCompared)
  const isOriginal = (column: string, at: number) =>
    !used.some((other) => isCopy(column, other)) &&
    // Of columns with equal cells, the first one is the original.
    !written.some(
      (other, place) => place !== at && isCopy(column, other) && (place < at || !isCopy(other, column)),
    )
  const others = written.filter(isOriginal).slice(0, mostTexts)
  const usual = named ?? (others.length > 0 ? null : take('text', hasWords))
  const text = [...(usual === null ? [] : [usual]), ...others].slice(0, mostTexts)
  if (text.length > 0) return { ...read, title, text, ...facts, group }
  const left = free.size > 0 ? [...free] : table.columns
  const longest = left.toSorted((a, b) => usualWords(table, b) - usualWords(table, a))[0]
  // A column with an unknown name may contain longer texts than the title.
  const isLonger =
    longest !== undefined && title !== null && usualWords(table, longest) > usualWords(table, title)
  if (title !== null && !isLonger) return { ...read, title: null, text: [title], ...facts, group }
  return { ...read, title, text: longest === undefined ? [] : [longest], ...facts, group }
}
