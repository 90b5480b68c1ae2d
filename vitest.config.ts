import { defineConfig } from 'vitest/config'
import { compileCache } from './tests/harness/compile-cache.ts'
import { keepFilesInMemory } from './tests/harness/keep-files-in-memory.ts'

keepFilesInMemory()

export default defineConfig({
  test: {
    include: ['{scoring,learning,contract,server,stand-ins,web,tests,scripts,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.spec.ts'],
    globalSetup: ['tests/harness/global-setup.ts'],
    environment: 'node',
    pool: 'forks',
    // One more than the cores of the least machine: tests often wait for a server that starts or ends.
    maxWorkers: 3,
    // Files share what they import: nothing of the product keeps state in a module, and loading it is half the time.
    isolate: false,
    // For the programs that tests start; most get the environment of the tests.
    env: compileCache,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What comes in the end is waited for: a machine that others use too stands still for seconds.
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
