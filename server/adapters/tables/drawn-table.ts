const ruler = /^[\s|│+:=─━┼┬┴├┤┌┐└┘╞═╪╡╔╗╚╝║╠╣╬╤╧-]+$/u
const isRuler = (line: string) => ruler.test(line) && /-{2}|[─━═]/u.test(line)
const bar = /[|│║]/u
/** Matches the footer that database shells write. */
const foot = /^\(?\d[\d,. ]* rows?\b.*$/iu

const longestLine = 100_000

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
  return cells.map((one) => one.replaceAll(/<br\s?\/?>/giu, '\n').trim())
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
