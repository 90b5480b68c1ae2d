// Usage: npm run test:fonts [-- JOURNEY...] Runs the journeys about layout twice: with the fewest fonts, and
// with all fonts of Debian. FONTS is the folder of the fonts.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const installed = process.env.FONTS ?? '/usr/share/fonts'
const debian = ['noto', 'liberation', 'dejavu'].map((name) => join(installed, 'truetype', name))
/** The journeys that measure layout. */
const aboutLayout = ['fonts', 'accessibility', 'result-tools', 'landing', 'public-pages', 'scoring']

const missing = debian.filter((folder) => !existsSync(folder))
if (missing.length > 0) {
  console.error(`There is no ${missing.join(' and no ')}.`)
  console.error('Run "apt-get install fonts-noto fonts-liberation fonts-dejavu" first, or set FONTS.')
  process.exit(1)
}

const { positionals } = parseArgs({ allowPositionals: true })
const journeys = positionals.length > 0 ? positionals : aboutLayout
const folder = mkdtempSync(join(tmpdir(), 'unmet-fonts-'))
/** Chromium crashes on a page with text if there is no font at all. */
const alone = join(folder, 'alone')
mkdirSync(alone)
copyFileSync(join(installed, 'truetype/dejavu/DejaVuSans.ttf'), join(alone, 'DejaVuSans.ttf'))
const fontSets: Readonly<Record<string, readonly string[]>> = {
  'DejaVu Sans alone': [alone],
  'fonts-noto, fonts-liberation and fonts-dejavu': debian,
}
try {
  for (const [name, folders] of Object.entries(fontSets)) {
    console.log(`\n== journeys with ${name}`)
    const { status } = spawnSync('playwright', ['test', ...journeys.map((one) => `/${one}.spec.ts`)], {
      stdio: 'inherit',
      env: { ...process.env, FONTCONFIG_FILE: writeConfig(folders) },
    })
    if (status !== 0) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A configuration for fontconfig, by which Chromium finds fonts. It contains only these folders. */
function writeConfig(folders: readonly string[]): string {
  const path = join(folder, `${folders.length}.conf`)
  const listed = folders.map((one) => `  <dir>${one}</dir>\n`).join('')
  writeFileSync(
    path,
    `<?xml version="1.0"?>\n<fontconfig>\n${listed}  <cachedir>${join(folder, 'cache')}</cachedir>\n</fontconfig>\n`,
  )
  return path
}
