import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/harness/find-browser.ts'
import { keepFilesInMemory } from './tests/harness/keep-files-in-memory.ts'

keepFilesInMemory()

const browser = findBrowser()
/** All pages share a process, so that the app and axe stay compiled between journeys. */
const fewProcesses = [
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  '--enable-features=NetworkServiceInProcess2',
]
/** No optimising compilers, because a journey ends before the code that they compile saves their work. */
const plainCompiler = '--js-flags=--no-maglev --no-turbofan'

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/harness/make-browser-database.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // One more than the cores of the smallest supported machine, because journeys often wait for the page.
  workers: 3,
  // Long timeouts: a machine that is shared with others may stall for seconds.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    launchOptions: { ...browser, args: [...browser.args, ...fewProcesses, plainCompiler] },
    viewport: { width: 1440, height: 900 },
    // Transitions cost more time than the pages themselves. Only toasts.spec.ts tests motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
