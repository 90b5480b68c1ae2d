import { availableParallelism } from 'node:os'
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
    google: null,
    github: null,
    isSelfHosted: false,
    drainMs: 0,
    anonymousDailyLimitPerAddress: 20,
    searchCacheSeconds: 120,
    readyThreads: 3,
    processes: 1,
    resultsKeptDays: 30,
    smtpServer: null,
    mailFrom: null,
    operatorName: null,
    operatorAddress: null,
    operatorEmail: null,
    timeZone: 'UTC',
    payments: { apiUrl: null, standIn: false, production: null, sandbox: null },
    sources: {
      reddit: null,
      hackerNews: {
        searchUrl: 'https://hn.algolia.com/api/v1',
        itemsUrl: 'https://hacker-news.firebaseio.com/v0',
        wanted: null,
      },
      stackExchange: { apiUrl: 'https://api.stackexchange.com/2.3', key: null },
      github: { apiUrl: 'https://api.github.com', token: null },
      arcticShift: null,
      feeds: [],
      discourse: [],
      lemmy: [],
      piefed: [],
      privateHosts: [],
      timeLimitMs: 5000,
    },
    delivery: { feeds: true, webhooks: true, digests: true },
    keyPlan: 'pro',
    metricsToken: null,
    backups: null,
    scan: { communities: [], keywords: [], hour: 4 },
    isProduction: false,
    logLevel: 'info',
  })
})

test('an empty value counts as not set', () => {
  expect(loadConfig({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 3000, publicUrl: null })
})

test('WORKERS is a number of processes, or one for each core', () => {
  expect(loadConfig({ WORKERS: '3' }).processes).toBe(3)
  expect(loadConfig({ WORKERS: 'auto' }).processes).toBe(Math.min(16, availableParallelism()))
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
    ['GOOGLE_CLIENT_ID', 'an id'],
    ['GOOGLE_ISSUER', 'http://accounts.google.com'],
    ['GOOGLE_ISSUER', 'http://localhost.evil.test'],
    ['GITHUB_URL', 'https://github.com?a=b'],
    ['GITHUB_API_URL', 'api.github.com'],
    ['ANONYMOUS_DAILY_LIMIT_PER_ADDRESS', 'many'],
    ['SEARCH_CACHE_SECONDS', '4000'],
    ['READY_THREADS', '0'],
    ['WORKERS', '0'],
    ['WORKERS', '17'],
    ['WORKERS', 'Auto'],
    ['WORKERS', 'many'],
    ['RESULTS_KEPT_DAYS', '0'],
    ['OPERATOR_EMAIL', 'a@b.test, c@d.test'],
    ['TIME_ZONE', 'Berlin'],
    ['TIME_ZONE', '+02:00'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Unmet <a@unmet.example>, <b@unmet.example>'],
    ['MAIL_FROM', 'Un\nmet <a@unmet.example>'],
    ['STRIPE_PRODUCTION_PRICE_ID', 'prod_1'],
    ['STRIPE_API_URL', 'https://api.stripe.example'],
    ['STRIPE_API_URL', 'http://127.0.0.1:4000/v1'],
    ['STRIPE_API_URL', 'http://127.0.0.1.evil.test:4000'],
    ['NODE_ENV', 'pro duction'],
    ['LOG_LEVEL', 'loud'],
  ] as const)('%s=%s', (name, value) => {
    const load = () => loadConfig({ [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(`${name} is ${JSON.stringify(value)}, but it takes ${variables[name].takes}.`)
  })

  test.each([
    'DATABASE_URL',
    'SESSION_SECRET',
    'SMTP_URL',
    'STRIPE_PRODUCTION_SECRET_KEY',
    'STRIPE_SANDBOX_SECRET_KEY',
    'STRIPE_PRODUCTION_WEBHOOK_SECRET',
  ])('%s is not repeated, since it is a secret', (name) => {
    const load = () => loadConfig({ [name]: 'mysql://root:hunter2' })
    expect(load).toThrow(`${name} is something else`)
    expect(load).not.toThrow('hunter2')
  })
})

describe('SMTP_URL', () => {
  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: null, secure: false, login: null }],
    ['smtps://mail.example:4650', { host: 'mail.example', port: 4650, secure: true, login: null }],
    ['smtp://[::1]:25/', { host: '::1', port: 25, secure: false, login: null }],
    [
      'smtp://me%40mail.example:p%2Fa%3As@mail.example:587',
      {
        host: 'mail.example',
        port: 587,
        secure: false,
        login: { user: 'me@mail.example', password: 'p/a:s' },
      },
    ],
  ])('%s is read', (text, server) => {
    expect(loadConfig({ SMTP_URL: text }).smtpServer).toEqual(server)
  })

  test.each(['mail.example', 'smtp://', 'smtp://h/path', 'smtp://h?secure=false', 'smtp://a:%E0%A4@h'])(
    '%s is refused',
    (text) => {
      expect(() => loadConfig({ SMTP_URL: text })).toThrow('SMTP_URL is something else, but it takes')
    },
  )
})

test('TIME_ZONE takes the name of a place', () => {
  expect(loadConfig({ TIME_ZONE: 'America/New_York' }).timeZone).toBe('America/New_York')
})

test('MAIL_FROM takes an address with or without a name', () => {
  expect(loadConfig({ MAIL_FROM: 'Unmet Team <hi@unmet.example>' }).mailFrom).toEqual({
    name: 'Unmet Team',
    address: 'hi@unmet.example',
  })
  expect(loadConfig({ MAIL_FROM: 'hi@unmet.example' }).mailFrom).toEqual({
    name: '',
    address: 'hi@unmet.example',
  })
})

describe('sign-in with a provider is on when both its id and its secret are set', () => {
  test('with the addresses of the real ones unless others are named', () => {
    const keys = { clientId: 'an-id', clientSecret: 'a-secret' }
    const environment = {
      GOOGLE_CLIENT_ID: 'an-id',
      GOOGLE_CLIENT_SECRET: 'a-secret',
      GITHUB_CLIENT_ID: 'an-id',
      GITHUB_CLIENT_SECRET: 'a-secret',
    }
    expect(loadConfig(environment)).toMatchObject({
      google: { ...keys, issuer: 'https://accounts.google.com' },
      github: { ...keys, url: 'https://github.com', apiUrl: 'https://api.github.com' },
    })
    const others = { GOOGLE_ISSUER: 'http://127.0.0.1:4000/realm/', GITHUB_URL: 'https://git.example/' }
    expect(loadConfig({ ...environment, ...others })).toMatchObject({
      google: { issuer: 'http://127.0.0.1:4000/realm/' },
      github: { url: 'https://git.example' },
    })
  })

  test.each(['GOOGLE', 'GITHUB'])('half of the pair of %s names both and repeats neither', (site) => {
    const [id, secret] = [`${site}_CLIENT_ID`, `${site}_CLIENT_SECRET`]
    const onlyId = () => loadConfig({ [id]: 'the-value' })
    expect(onlyId).toThrow(new ConfigError(`${id} is set, but ${secret} is not. Set both, or neither.`))
    const onlySecret = () => loadConfig({ [secret]: 'the-value' })
    expect(onlySecret).toThrow(new ConfigError(`${secret} is set, but ${id} is not. Set both, or neither.`))
    const oddSecret = () => loadConfig({ [secret]: 'the value' })
    expect(oddSecret).toThrow(`${secret} is something else, but it takes`)
  })
})

describe('the keys of Stripe', () => {
  const live = 'sk_live_0123456789abcdef'
  const test_ = 'sk_test_0123456789abcdef'
  const secret = 'whsec_0123456789abcdef'

  test('are read for each mode on its own', () => {
    const { payments } = loadConfig({
      STRIPE_SANDBOX_SECRET_KEY: test_,
      STRIPE_SANDBOX_WEBHOOK_SECRET: secret,
      STRIPE_SANDBOX_PRICE_ID: 'price_1',
      STRIPE_API_URL: 'http://localhost:4000/',
    })
    expect(payments).toEqual({
      standIn: false,
      apiUrl: 'http://localhost:4000',
      production: null,
      sandbox: { secretKey: test_, webhookSecret: secret, priceId: 'price_1' },
    })
  })

  test.each([
    ['STRIPE_PRODUCTION_SECRET_KEY', test_],
    ['STRIPE_SANDBOX_SECRET_KEY', live],
  ])('%s does not take a key of the other mode, and does not repeat it', (name, key) => {
    expect(() => loadConfig({ [name]: key })).toThrow(`${name} is something else, but it takes`)
  })

  test('come with the secret of their webhook, or nobody would hear of a payment', () => {
    expect(() => loadConfig({ STRIPE_PRODUCTION_SECRET_KEY: live })).toThrow(
      new ConfigError(
        'STRIPE_PRODUCTION_SECRET_KEY is set, but STRIPE_PRODUCTION_WEBHOOK_SECRET is not. Set both, or neither.',
      ),
    )
  })
})
