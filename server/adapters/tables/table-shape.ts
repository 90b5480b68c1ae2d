import { cutText } from '#contract/cut-text.ts'
import { findTypedColumns } from './cell-kinds.ts'
import { isDrawnTable, readDrawnLine } from './drawn-table.ts'
import { escapesQuotes, makeRewriter } from './escaped-quotes.ts'
import { countFurtherNames, namesAnyColumns, namesOneColumn, repeatsNames } from './header-rows.ts'
import { joinAtSpaces, makeRestorer } from './restore-cells.ts'
import { type HeadRecord, needsQuotes, splitRecords } from './split-records.ts'
import { findFoot } from './table-foot.ts'

/** The detected format of a table. */
export type TableShape = {
  delimiter: string
  /** False if quotes are ordinary characters. */
  quotes: boolean
  /** Whether quotes in quoted cells are escaped with a backslash. */
  escapes: boolean
  /** Whether spaces follow the separators. */
  blanks: boolean
  /** Whether the table is drawn with pipes and rulers, as in Markdown and database shells. */
  drawn: boolean
  /** Whether each record is one quoted cell that contains a whole line. */
  wrapped: boolean
  /** The number of records above the header, such as a title. */
  above: number
  /** The number of header rows; 0 if the first row is data. */
  names: number
  /** Whether there is a row below the header. */
  hasRows: boolean
}

type TableHead = { text: string; cut: boolean }

/** The number of characters used for detection. */
export const shapeCharacters = 65_536

const delimiters = [',', ';', '\t', '|']

type Split = {
  delimiter: string
  quotes: boolean
  records: readonly HeadRecord[]
  from: number
  width: number
}
type Candidate = Split & { score: number }

/** The most common number of columns (at least two), and the record where it first occurs. */
function findWidth(records: readonly HeadRecord[]): { width: number; from: number } {
  const counts = new Map<number, number>()
  for (const { cells } of records)
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const [width = 1] = [...counts].sort(([a, most], [b, more]) => more - most || b - a)[0] ?? []
  return {
    width,
    from: Math.max(
      0,
      records.findIndex(({ cells }) => cells.length === width),
    ),
  }
}

/** Prose has a space after each comma, but tables have none. Separators between digits prove nothing. */
function findTightness(records: readonly HeadRecord[]): number {
  let tight = 0
  let loose = 0
  for (const { cells } of records) {
    for (const [at, cell] of cells.entries()) {
      if (at === 0) continue
      if (/^\s/u.test(cell)) loose += 1
      else if (!/^\d/u.test(cell) || !/\d$/u.test(cells[at - 1] ?? '')) tight += 1
    }
  }
  return tight + loose === 0 ? 0 : tight / (tight + loose)
}

const isBlankColumn = (records: readonly HeadRecord[], at: number) =>
  records.every(({ cells }) => (cells[at] ?? '').trim() === '')

/** How well a text fits a table with a delimiter; null if it does not fit. */
function weigh(split: Split): Candidate | null {
  const { records, width, from, delimiter } = split
  const rows = records.slice(from)
  const even = rows.filter(({ cells }) => cells.length === width)
  if (width < 2 || even.length < Math.min(2, records.length)) return null
  const share = even.length / rows.length
  if (share < (rows.length < 4 ? 0.6 : 0.75) || from > Math.min(mostAbove, even.length + 4)) return null
  const filledColumns = Array.from({ length: width }, (_, at) => at).filter((at) => !isBlankColumn(even, at))
  if (filledColumns.length < 2) return null
  const body = (even.length > 1 ? even.slice(1) : even).map(({ cells }) => cells)
  const typed = findTypedColumns(body, width).length
  const tightness = findTightness(even)
  const quoted = even.filter((record) => record.quoted > 0 && !record.odd).length / even.length
  const oddShare = even.filter(({ odd }) => odd).length / even.length
  if (delimiter !== '\t' && tightness < 0.5) {
    const isWide = width >= 4 && even.length >= 4 && share > 0.95
    if (even.length < 2 || (typed === 0 && quoted < 0.3 && !isWide)) return null
  }
  const score = share * (2 + Math.min(width, 20)) + 3 * typed + 2 * tightness + quoted - 4 * oddShare
  return { ...split, score }
}

function splitAs(head: TableHead, delimiter: string, quotes = true): Split {
  const all = splitRecords(head.text, { delimiter, quotes, cut: head.cut })
  const { width, from } = findWidth(all)
  return { delimiter, quotes, records: all.slice(0, findFoot(all, width)), width, from }
}

/**
 * Tries each delimiter. Tabs are also tried with literal quotes, because some exports do not escape quotes.
 */
function findBest(head: TableHead): Candidate | null {
  const splits = delimiters.map((delimiter) => splitAs(head, delimiter))
  const oddTabs = splits.some(
    ({ delimiter, records }) => delimiter === '\t' && records.some(({ odd }) => odd),
  )
  if (oddTabs) splits.push(splitAs(head, '\t', false))
  const found = splits.map(weigh).filter((one) => one !== null)
  return found.reduce<Candidate | null>(
    (best, one) => (best === null || one.score > best.score ? one : best),
    null,
  )
}

const mostAbove = 20

/** The number of records above the header. Each of them has few cells, or at most one filled cell. */
function countAbove({ records, from, width }: Split): number {
  let above = from
  while (above < mostAbove && above < records.length - 1) {
    const cells = records[above]?.cells ?? []
    const given = cells.filter((cell) => cell.trim() !== '').length
    if (cells.length >= width * 0.75 && given >= Math.min(2, width)) break
    if (width < 3 && cells.length === width) break
    above += 1
  }
  return above
}

function describe(split: Split): TableShape {
  const { delimiter, quotes, records } = split
  const rows = records.map(({ cells }) => cells)
  const above = countAbove(split)
  const [first = [], ...below] = rows.slice(above)
  const body = below.filter((row) => !repeatsNames(row, first))
  // Rows with too many cells contain prose, which shows nothing about the separators.
  const usual = records.filter(({ cells }) => cells.length <= split.width)
  const blanks = split.width > 1 && delimiter !== '\t' && findTightness(usual) < 0.5
  const shape = { delimiter, quotes, escapes: false, blanks, drawn: false, wrapped: false }
  const isNamed = split.width > 1 ? namesAnyColumns(first, body) : namesOneColumn(first[0] ?? '', body)
  if (!isNamed) {
    // Without a header, the first records are not skipped.
    return { ...shape, above: split.from === above ? above : 0, names: 0, hasRows: true }
  }
  const names = 1 + countFurtherNames(body)
  return { ...shape, above, names, hasRows: rows.length > above + names }
}

/** Reads a first line such as `sep=;`, which spreadsheet programs write for one another. */
function readMark({ text, cut }: TableHead): TableShape | null {
  const delimiter = /^sep=(.)[ \t]{0,9}(?:\r\n?|\n)/iu.exec(cutText(text, 30))?.[1]
  if (delimiter === undefined) return null
  const shape = describe(splitAs({ text: text.replace(/^[^\r\n]*(?:\r\n?|\n)/u, ''), cut }, delimiter))
  return { ...shape, above: shape.above + 1 }
}

/** A delimiter that no text contains, so that every line is one cell. */
const noDelimiter = '\u001f'

/** A single column without quotes. Only its header distinguishes it from lines of text. */
function findNamedLines(head: TableHead): TableShape | null {
  const split = { ...splitAs(head, noDelimiter, false), from: 0, width: 1 }
  const shape = split.records.length === 0 ? null : describe(split)
  return shape?.names === 0 ? null : shape
}

/** A single column: every line is one cell, and at least some cells are quoted. */
function findOneColumn(head: TableHead): TableShape | null {
  const { records } = splitAs(head, ',')
  if (records.length < 2 || records.some(({ cells, odd }) => cells.length !== 1 || odd)) {
    return findNamedLines(head)
  }
  const quoted = records.filter((record) => record.quoted > 0)
  if (quoted.length < records.length && !needsQuotes(head.text, records)) return findNamedLines(head)
  const lines = records.map(({ cells }) => cells[0] ?? '')
  const inner = quoted.length < records.length / 2 ? null : findBest({ text: lines.join('\n'), cut: false })
  if (inner !== null && inner.records.length === records.length) return { ...describe(inner), wrapped: true }
  return describe({ delimiter: ',', quotes: true, records, from: 0, width: 1 })
}

function findDrawn(head: TableHead): TableShape | null {
  const lines = head.text.split(/\r\n?|\n/u, 400)
  if (head.cut) lines.pop()
  if (!isDrawnTable(lines)) return null
  const rows = lines.map(readDrawnLine).filter((cells) => cells !== null)
  const shape = {
    delimiter: '|',
    quotes: false,
    escapes: false,
    blanks: true,
    drawn: true,
    wrapped: false,
    above: 0,
    names: 1,
  }
  return { ...shape, hasRows: rows.length > 1 }
}

/** The start of a text as standard CSV. */
function prepare(head: TableHead): TableHead & { escapes: boolean } {
  const text = cutText(head.text.replace(/^\uFEFF/u, ''), shapeCharacters)
  const escapes = escapesQuotes(text, delimiters.join(''))
  const cut = head.cut || head.text.length > shapeCharacters
  if (!escapes) return { text, cut, escapes }
  const rewriter = makeRewriter({ delimiters: delimiters.join(''), blanks: true, all: true })
  return { text: rewriter.push(text, true), cut, escapes }
}

/** Null if the text is not a table, because no separator splits many rows into the same number of columns. */
export function findTableShape(head: TableHead): TableShape | null {
  const { escapes, ...start } = prepare(head)
  const shape = findShape(start)
  return shape && { ...shape, escapes }
}

function findShape(start: TableHead): TableShape | null {
  const known = readMark(start) ?? findDrawn(start)
  if (known !== null) return known
  const best = findBest(start)
  const even = best === null ? null : describe(best)
  if (even !== null && (even.names > 0 || best?.from === 0)) return even
  return findUneven(start) ?? even ?? findOneColumn(start)
}

const filledLength = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '') + 1

/**
 * The restored records below a header, for a table whose rows omit empty cells at the end, or whose texts
 * with separators are not quoted. Null if the records do not fit the header.
 */
function fitUnevenly(
  delimiter: string,
  header: HeadRecord,
  body: readonly HeadRecord[],
): HeadRecord[] | null {
  const width = header.cells.length
  const names = header.cells.slice(0, filledLength(header.cells)).map((cell) => cell.trim())
  if (width < 2 || names.includes('') || new Set(names).size < names.length) return null
  const rows = body.filter(({ cells }) => filledLength(cells) > 0)
  const blanks = joinAtSpaces(header.cells, delimiter).length < width
  const restore = makeRestorer({ delimiter, blanks, width, rows: rows.map(({ cells }) => cells) })
  const restored = rows.flatMap((row) => {
    const cells = row.cells.length > 1 ? restore(row.cells)?.cells : undefined
    return cells === undefined ? [] : [{ ...row, cells: [...cells] }]
  })
  if (rows.length < 2 || findTightness(restored) < 0.5) return null
  const quoted = rows.filter((record) => record.quoted > 0 && !record.odd).length
  const typed = findTypedColumns(
    restored.map(({ cells }) => cells),
    width,
  )
  const share = restored.length / rows.length
  return share >= (typed.length > 0 ? 0.75 : 0.9) && (typed.length > 0 || quoted >= 0.3 * rows.length)
    ? restored
    : null
}

/**
 * A table whose rows have different numbers of cells: some programs omit or add empty cells at the end of a
 * row, or do not quote texts with separators. The header determines the number of columns.
 */
function findUneven(head: TableHead): TableShape | null {
  for (const delimiter of delimiters) {
    const records = splitRecords(head.text, { delimiter, quotes: true, cut: head.cut })
    const from = records.findIndex(({ cells }) => cells.length > 1)
    const [header, ...below] = from === -1 || from > mostAbove ? [] : records.slice(from)
    if (header === undefined) continue
    const width = header.cells.length
    const body = fitUnevenly(delimiter, header, below.slice(0, findFoot(below, width)))
    if (body === null) continue
    const kept = [...records.slice(0, from + 1), ...body]
    const shape = describe({ delimiter, quotes: true, records: kept, from, width })
    if (shape.names > 0) return shape
  }
  return null
}

/** The format of a text that a user declares to be a table. */
export function takeAsTable(head: TableHead): TableShape {
  const shape = findTableShape(head)
  if (shape !== null) return shape
  const { text, cut, escapes } = prepare(head)
  const [first] = splitRecords(text, { delimiter: '\n' })
  const counted = [',', ';', '\t'].map((mark) => ({
    mark,
    count: (first?.cells[0] ?? '').split(mark).length,
  }))
  const delimiter = counted.reduce((best, next) => (next.count > best.count ? next : best)).mark
  return { ...describe(splitAs({ text, cut }, delimiter)), escapes }
}
