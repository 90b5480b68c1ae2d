import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, variables } from './config.ts'

test('an empty environment gives the defaults of the docs', () => {
  expect(loadConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: null,
    dataDir: resolve('data'),
    databaseUrl: null,
    sessionSecrets: null,
    trustedProxies: [],
    anonymousDailyLimitPerAddress: 20,
    searchCacheSeconds: 120,
    resultsKeptDays: 30,
    logLevel: 'info',
  })
})

test('an empty value counts as not set', () => {
  expect(loadConfig({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 3000, publicUrl: null })
})

test('values are read in their own types', () => {
  const config = loadConfig({
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'https://unmet.example/',
    TRUSTED_PROXIES: '10.0.0.4, 10.1.0.0/16',
    SESSION_SECRET: `${'a'.repeat(32)},${'b'.repeat(40)}`,
  })
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'https://unmet.example',
    trustedProxies: ['10.0.0.4', '10.1.0.0/16'],
    sessionSecrets: ['a'.repeat(32), 'b'.repeat(40)],
  })
})

describe('a wrong value stops with one line that names the variable, what it got and what it takes', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['HOST', 'not a host'],
    ['PUBLIC_URL', 'unmet.example'],
    ['PUBLIC_URL', 'https://unmet.example/path'],
    ['PUBLIC_URL', 'https://user:pass@unmet.example'],
    ['TRUSTED_PROXIES', '1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['ANONYMOUS_DAILY_LIMIT_PER_ADDRESS', 'many'],
    ['SEARCH_CACHE_SECONDS', '4000'],
    ['RESULTS_KEPT_DAYS', '0'],
    ['LOG_LEVEL', 'loud'],
  ] as const)('%s=%s', (name, value) => {
    const load = () => loadConfig({ [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(`${name} is ${JSON.stringify(value)}, but it takes ${variables[name].takes}.`)
  })

  test.each(['DATABASE_URL', 'SESSION_SECRET'])('%s is not repeated, since it is a secret', (name) => {
    const load = () => loadConfig({ [name]: 'mysql://root:hunter2' })
    expect(load).toThrow(`${name} is something else`)
    expect(load).not.toThrow('hunter2')
  })
})
