import { defineConfig } from 'vitest/config'
import { compileCache } from './tests/harness/compile-cache.ts'
import { keepFilesInMemory } from './tests/harness/keep-files-in-memory.ts'

keepFilesInMemory()

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/*.spec.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{scoring,learning,contract,server,stand-ins,tests,scripts,bench}/**/*.test.ts'],
          globalSetup: ['tests/harness/global-setup.ts'],
          // Node imports the modules itself, as in the product. Vite would translate each of them.
          experimental: { viteModuleRunner: false },
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.ts'] } },
    ],
    environment: 'node',
    pool: 'forks',
    // One more than the cores of the smallest supported machine, because tests often wait for a server to
    // start or stop.
    maxWorkers: 3,
    // Test files share imported modules: loading takes half of the time, and no module of the product keeps
    // state.
    isolate: false,
    // For programs that tests start, most of which get the environment of the tests.
    env: compileCache,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Long timeouts: a machine that is shared with others may stall for seconds.
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
