const ruler = /^[\s|│+:=─━┼┬┴├┤┌┐└┘╞═╪╡╔╗╚╝║╠╣╬╤╧-]+$/u
const isRuler = (line: string) => ruler.test(line) && /-{2}|[─━═]/u.test(line)
const bar = /[|│║]/u
/** Matches the footer that database shells write. */
const foot = /^\(?\d[\d,. ]* rows?\b.*$/iu

const longestLine = 100_000

const plainCell = (cell: string) => cell.replaceAll(/<br\s?\/?>/giu, '\n').trim()

function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    if (sign === '\\' && line[at + 1] === '|') {
      cell += '|'
      at += 1
    } else if (bar.test(sign)) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  cells.push(cell)
  return cells.map(plainCell)
}

/** The cells between the pipes of a line. Null for rulers and other lines. */
export function readDrawnLine(line: string): string[] | null {
  const text = line.trim()
  if (text === '' || text.length > longestLine || isRuler(text) || foot.test(text) || !bar.test(text))
    return null
  const cells = cellsOf(text)
  if (bar.test(text[0] ?? '')) cells.shift()
  if (bar.test(text.at(-1) ?? '') && !text.endsWith('\\|')) cells.pop()
  return cells
}

/**
 * Whether lines are a table from Markdown or a database shell: pipes between the columns and a ruler below
 * the header.
 */
export function isDrawnTable(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '')
  const rulerAt = written
    .slice(0, 6)
    .findIndex((line, at) => at < 6 && isRuler(line.trim()) && /[|│┼+┬]/u.test(line))
  if (rulerAt < 0) return false
  const rows = written.flatMap((line) => readDrawnLine(line) ?? [])
  const counted = written.map(readDrawnLine).filter((cells) => cells !== null)
  return rows.length > 0 && counted.length >= 2 && counted.length >= 0.7 * (written.length - 3)
}

/** The offsets at which columns meet in a ruler. */
const jointsOf = (line: string) => [...line.matchAll(/[+|┼┬├┤┌┐╞╪╡╔╗╦╠╣╬╤]/gu)].map(({ index }) => index)

/**
 * Cuts a line where the ruler has its joints, for texts that contain the sign between columns. Null if the
 * line has other signs at one of these places.
 */
function cutAtJoints(line: string, joints: readonly number[]): string[] | null {
  if (joints.length === 0 || !joints.every((at) => bar.test(line[at] ?? ''))) return null
  const ends = [...joints, line.length]
  const cells = ends.map((end, at) => line.slice(at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end).trim())
  if (cells[0] === '') cells.shift()
  if (cells.at(-1) === '' && bar.test(line.trimEnd().at(-1) ?? '')) cells.pop()
  return cells.map(plainCell)
}

/** Whether cells are types of columns, which DuckDB writes below their names. */
const isTypes = (cells: readonly string[]) =>
  cells.every((cell) =>
    /^(?:u?(?:tiny|small|big|huge)?int(?:eger)?\d{0,3}|varchar|boolean|bool|float|double|date|time|timestamp(?:_\w{1,2})?|timestamp with time zone|interval|uuid|blob|json|decimal\(\d{1,2},\d{1,2}\))(?:\[\])?$/iu.test(
      cell,
    ),
  )

/** Reads the lines of a table in order. Null for rulers and other lines. */
export function openDrawn(): (line: string) => string[] | null {
  let joints: number[] = []
  let width = 0
  let rows = 0
  return (line) => {
    if (line.length <= longestLine && isRuler(line.trim()) && joints.length === 0) joints = jointsOf(line)
    const cells = readDrawnLine(line)
    if (cells === null) return null
    rows += 1
    if (rows === 2 && isTypes(cells)) return null
    if (width > 1 && cells.length === 1 && foot.test(cells[0] ?? '')) return null
    if (width === 0) width = cells.length
    const cut = cells.length > width ? cutAtJoints(line, joints) : null
    return cut?.length === width ? cut : cells
  }
}
