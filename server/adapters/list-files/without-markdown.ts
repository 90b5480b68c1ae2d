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

/** A Markdown table as tab-separated cells; null for any other text. */
function readMarkdownTable(text: string): string | null {
  const lines = text.split(/\r\n|\r|\n/u).map((line) => line.trim())
  const rows = lines.filter((line) => line !== '')
  if (!rows.some(isRuler) || !rows.every((line) => line.includes('|'))) return null
  const cellsOf = (line: string) => line.replace(/^\|/u, '').replace(/\|$/u, '').split('|')
  const table = rows.filter((line) => !isRuler(line)).map((line) => cellsOf(line).map(quoted).join('\t'))
  return `${table.join('\n')}\n`
}

/** A list as plain text or a table, without Markdown around names and cells. */
export function withoutMarkdown(text: string): string {
  const plain = withoutLinks(text)
  return readMarkdownTable(plain) ?? plain
}
