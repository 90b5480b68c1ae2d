import { existsSync } from 'node:fs'

const systemBrowsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Flags for a Chromium run by root, in a container or without a network. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export type BrowserLaunch = { args: string[]; executablePath?: string }

/** The installed Chromium; else Playwright's own (`npx playwright install chromium`). */
export function findBrowser(chosen = process.env.CHROMIUM_PATH): BrowserLaunch {
  const executablePath = [chosen, ...systemBrowsers].find((path) => path && existsSync(path))
  return executablePath === undefined ? { args: flags } : { args: flags, executablePath }
}
