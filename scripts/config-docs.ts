import { readFileSync, writeFileSync } from 'node:fs'
import { variables } from '#server/config.ts'

const begin = '<!-- config: made by scripts/config-docs.ts -->'
const end = '<!-- /config -->'

/** `.env.example` as it has to be. */
export function envExample(): string {
  const blocks = Object.entries(variables).map(
    ([name, { purpose, takes, fallback }]) =>
      `# ${purpose}.\n# Takes ${takes}. Default: ${fallback}.\n#${name}=\n`,
  )
  return `# Every variable the product reads. Copy this file to .env and set what you need.\n# Made by scripts/config-docs.ts; change server/config.ts instead.\n\n${blocks.join('\n')}`
}

/** The README with its table of variables as it has to be. */
export function readmeWithConfig(readme: string): string {
  const rows = Object.entries(variables).map(
    ([name, { purpose, takes, fallback }]) => `| \`${name}\` | ${purpose} | ${takes} | ${fallback} |`,
  )
  const table = ['| variable | purpose | takes | default |', '|---|---|---|---|', ...rows].join('\n')
  const [before = '', rest = ''] = readme.split(begin)
  const after = rest.split(end)[1]
  if (after === undefined) throw new Error(`The README lacks the lines ${begin} and ${end}`)
  return `${before}${begin}\n${table}\n${end}${after}`
}

if (import.meta.main) {
  writeFileSync('.env.example', envExample())
  writeFileSync('README.md', readmeWithConfig(readFileSync('README.md', 'utf8')))
}
