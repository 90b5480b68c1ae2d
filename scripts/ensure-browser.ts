import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** The Chromium to test with, or null when none is on this machine. */
export function findBrowser(): string | null {
  const own = chromium.executablePath()
  return [...places, own].find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

const asRoot = process.getuid?.() === 0
const installers: [command: string, args: string[], usable: boolean][] = [
  ['npx', ['playwright', 'install', 'chromium-headless-shell'], true],
  ['apt-get', ['update'], asRoot],
  ['apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], asRoot],
]

/** Finds a Chromium or installs one: Playwright's own build, else Debian's package when run as root. */
export function ensureBrowser(): string | null {
  for (const [command, args, usable] of installers) {
    const found = findBrowser()
    if (found !== null) return found
    if (usable) spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: 300_000 })
  }
  return findBrowser()
}
