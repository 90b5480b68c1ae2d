import { writeFileSync } from 'node:fs'
import { variables } from '#server/config/config.ts'

export function envExample(): string {
  const blocks = Object.entries(variables).map(
    ([name, { purpose, takes, fallback }]) =>
      `# ${purpose}.\n# Takes ${takes}. Default: ${fallback}.\n#${name}=\n`,
  )
  return `# Every variable the product reads. Copy this file to .env and set what you need.\n# Made by scripts/config-docs.ts; change server/config/config.ts instead.\n\n${blocks.join('\n')}`
}

export function settingsPage(): string {
  const rows = Object.entries(variables).map(
    ([name, { purpose, takes, fallback }]) => `| \`${name}\` | ${purpose} | ${takes} | ${fallback} |`,
  )
  const lines = [
    '# Settings',
    '',
    'Made by `scripts/config-docs.ts`; change `server/config/config.ts` instead.',
    '',
    'Every variable is optional. [.env.example](../.env.example) lists them; copy it to `.env`. [Operations](operations.md) says when each is needed.',
    '',
    '| variable | purpose | takes | default |',
    '|---|---|---|---|',
    ...rows,
  ]
  return `${lines.join('\n')}\n`
}

if (import.meta.main) {
  writeFileSync('.env.example', envExample())
  writeFileSync('docs/settings.md', settingsPage())
}
