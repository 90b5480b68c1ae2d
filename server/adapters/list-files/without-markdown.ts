import { isAllCommunities } from './read-communities.ts'

const link = /\[([^[\]\n]{1,200})\]\(([^\s()]{1,500})\)/gu

/** Replaces `[r/SaaS](https://…)` by the community name, or by the URL if there is none. Other links stay. */
const withoutLinks = (text: string) =>
  text.replace(link, (whole, label: string, address: string) => {
    if (isAllCommunities(label)) return label
    return isAllCommunities(address) ? address : whole
  })

const isRuler = (line: string) => line.includes('-') && /^[|:\-\s]+$/u.test(line)

const quoted = (cell: string) => `"${cell.trim().replaceAll('"', '""')}"`

const asTable = (lines: readonly string[]) => {
  const cellsOf = (line: string) => line.replace(/^\|/u, '').replace(/\|$/u, '').split('|')
  const rows = lines.filter((line) => line !== '' && !isRuler(line))
  return `${rows.map((line) => cellsOf(line).map(quoted).join('\t')).join('\n')}\n`
}

/** A text that is a single Markdown table, as tab-separated cells; null for any other text. */
function readMarkdownTable(lines: readonly string[]): string | null {
  const rows = lines.filter((line) => line !== '')
  return rows.some(isRuler) && rows.every((line) => line.includes('|')) ? asTable(rows) : null
}

/** The tables in a Markdown document as tab-separated cells, and the lines before, between and after them. */
function splitTables(lines: readonly string[]): string[] {
  const blocks: { isTable: boolean; lines: string[] }[] = []
  for (const [at, line] of lines.entries()) {
    const last = blocks.at(-1)
    const begins = line.includes('|') && isRuler(lines[at + 1] ?? '') && lines[at + 1]?.includes('|') === true
    const isTable = line.includes('|') && (begins || last?.isTable === true)
    if (last !== undefined && last.isTable === isTable) last.lines.push(line)
    else blocks.push({ isTable, lines: [line] })
  }
  return blocks.map((block) => (block.isTable ? asTable(block.lines) : block.lines.join('\n')))
}

/** A list as texts and tables, without Markdown around names and cells. */
export function withoutMarkdown(text: string): string[] {
  const plain = withoutLinks(text)
  const lines = plain.split(/\r\n|\r|\n/u).map((line) => line.trim())
  const table = readMarkdownTable(lines)
  if (table !== null) return [table]
  const blocks = splitTables(lines)
  return blocks.length > 1 ? blocks.filter((block) => block.trim() !== '') : [plain]
}
