import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/harness/find-browser.ts'
import { keepFilesInMemory } from './tests/harness/keep-files-in-memory.ts'

keepFilesInMemory()

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  globalSetup: './tests/harness/make-browser-database.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // One more than the cores of the least machine: a journey often waits for the page.
  workers: 3,
  // What comes in the end is waited for: a machine that others use too stands still for seconds.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    launchOptions: findBrowser(),
    viewport: { width: 1440, height: 900 },
    // Frames of transitions cost more than what they lead to; toasts.spec.ts looks at motion.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
})
