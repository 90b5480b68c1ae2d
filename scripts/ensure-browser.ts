import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/harness/find-browser.ts'

/** The Chromium to test with, or null when none is on this machine. */
function installedBrowser(): string | null {
  const path = findBrowser().executablePath ?? chromium.executablePath()
  return existsSync(path) ? path : null
}

const asRoot = process.getuid?.() === 0
const installers: [command: string, args: string[], usable: boolean][] = [
  ['npx', ['playwright', 'install', 'chromium'], true],
  ['apt-get', ['update'], asRoot],
  ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], asRoot],
]

/** Finds a Chromium or installs one: Playwright's own build, else Debian's package when run as root. */
export function ensureBrowser(): string | null {
  for (const [command, args, usable] of installers) {
    const found = installedBrowser()
    if (found !== null) return found
    if (usable) spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
  }
  return installedBrowser()
}
