import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import {
  ConfigError,
  clientKey,
  commaList,
  providerAddress,
  type ReadVariable,
  readTogether,
  variable,
  wholeNumber,
} from './config-variable.ts'
import { deliveryVariables, readDelivery } from './delivery-config.ts'
import { keysVariables, readKeyPlan } from './keys-config.ts'
import { readMailSender, readSmtpServer } from './mail-config.ts'
import { operationsVariables, readOperations } from './operations-config.ts'
import { operatorVariables } from './operator-config.ts'
import { paymentVariables, readPayments } from './payments-config.ts'
import { readScan, scanVariables } from './scan-config.ts'
import { readSources, sourceVariables } from './sources-config.ts'

export { ConfigError }

function origin(text: string): string | undefined {
  const url = URL.parse(text)
  const plain = url !== null && url.pathname === '/' && url.search === '' && url.hash === ''
  return plain && /^https?:$/.test(url.protocol) && url.username === '' ? url.origin : undefined
}

function network(text: string): string | undefined {
  const [address = '', bits] = text.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  const isValid = isIP(address) !== 0 && (bits === undefined || wholeNumber(0, most)(bits) !== undefined)
  return isValid ? text : undefined
}

/** The processes together must not open more connections than the embedded server accepts. */
const mostWorkers = 16

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every variable the product reads. `.env.example` and docs/settings.md are generated from this list. */
export const variables = {
  PORT: variable({
    takes: 'a port number from 0 to 65535 (0: any free one)',
    purpose: 'Port to listen on',
    fallback: '3000',
    read: wholeNumber(0, 65_535),
  }),
  HOST: variable({
    takes: 'an IP address, such as 127.0.0.1 or 0.0.0.0, or localhost',
    purpose: 'Address to listen on',
    fallback: '127.0.0.1',
    read: (text) => (isIP(text) !== 0 || text === 'localhost' ? text : undefined),
  }),
  PUBLIC_URL: variable({
    takes:
      'an http(s) origin such as https://unmet.example, without a path: Unmet needs a host name of its own',
    purpose: 'Public address of the product; cookies are Secure if it is https',
    fallback: 'http://HOST:PORT',
    read: origin,
  }),
  DATA_DIR: variable({
    takes: 'a folder',
    purpose: 'Folder of the embedded database and generated secrets',
    fallback: './data',
    read: (text) => (text.includes('\0') ? undefined : resolve(text)),
  }),
  DATABASE_URL: variable({
    takes: 'a postgres:// or postgresql:// address',
    purpose: 'A PostgreSQL server (15 or newer) to use in place of the embedded one',
    fallback: 'embedded',
    read: (text) => (/^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '') ? text : undefined),
  }),
  SESSION_SECRET: variable({
    takes: 'at least 32 characters; several, separated by commas, to change it (the first one signs)',
    purpose: 'Signs cookies; set it when several instances share one database',
    fallback: 'generated and kept in DATA_DIR',
    read: (text) => {
      const list = text.split(',')
      return list.every((secret) => secret.length >= 32) ? list : undefined
    },
  }),
  TRUSTED_PROXIES: variable({
    takes: 'IP addresses or networks separated by commas, such as 10.0.0.4,10.1.0.0/16',
    purpose: 'Reverse proxies whose X-Forwarded-For header is trusted',
    read: commaList(Number.POSITIVE_INFINITY, network),
  }),
  GOOGLE_CLIENT_ID: clientKey('Client id at Google; with its secret, people can sign in with Google'),
  GOOGLE_CLIENT_SECRET: clientKey('Client secret at Google'),
  GOOGLE_ISSUER: providerAddress(
    'OpenID provider for the button "Sign in with Google"',
    'https://accounts.google.com',
  ),
  GITHUB_CLIENT_ID: clientKey('Client id at GitHub; with its secret, people can sign in with GitHub'),
  GITHUB_CLIENT_SECRET: clientKey('Client secret at GitHub'),
  GITHUB_URL: providerAddress("GitHub's sign-in page", 'https://github.com'),
  GITHUB_API_URL: providerAddress("GitHub's API, which says who signed in", 'https://api.github.com'),
  ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: variable({
    takes: 'a whole number from 0 to 1000000',
    purpose: 'Searches per day for all visitors without an account who share one IP address',
    fallback: '20',
    read: wholeNumber(0, 1_000_000),
  }),
  SEARCH_CACHE_SECONDS: variable({
    takes: 'a whole number of seconds from 0 (no cache) to 3600',
    purpose: 'How long results are cached for equal keywords',
    fallback: '120',
    read: wholeNumber(0, 3600),
  }),
  // One account uses at most two threads: one for its request and one for its file. One more thread is left
  // for other accounts.
  READY_THREADS: variable({
    takes: 'a whole number from 1 to 16',
    purpose: 'How many threads are always ready to read and score texts',
    fallback: '3',
    read: wholeNumber(1, 16),
  }),
  WORKERS: variable({
    takes: `auto, or a whole number from 1 to ${mostWorkers}`,
    purpose:
      'How many processes answer requests, on one port; auto: one for each core. Limits and jobs are counted over all; each needs as much memory as a single one',
    fallback: '1',
    read: (text) =>
      text === 'auto' ? Math.min(mostWorkers, availableParallelism()) : wholeNumber(1, mostWorkers)(text),
  }),
  RESULTS_KEPT_DAYS: variable({
    takes: 'a whole number of days from 1 to 3650',
    purpose: 'How long the results of a search can be opened again',
    fallback: '30',
    read: wholeNumber(1, 3650),
  }),
  SMTP_URL: variable({
    takes:
      'smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start; user and password may be left out',
    purpose: 'Mail server that sends reset links and notices; without it they are files in DATA_DIR/outbox',
    read: readSmtpServer,
  }),
  MAIL_FROM: variable({
    takes: 'an address, or NAME <ADDRESS>',
    purpose: 'Sender of every mail',
    fallback: 'Unmet <no-reply@HOST of PUBLIC_URL>',
    read: readMailSender,
  }),
  ...operatorVariables,
  ...paymentVariables,
  ...sourceVariables,
  ...scanVariables,
  ...deliveryVariables,
  ...operationsVariables,
  ...keysVariables,
  NODE_ENV: variable({
    takes: 'any word; only production has a meaning',
    purpose: 'production: Stripe is never simulated; without its keys, billing is off',
    fallback: 'development',
    read: (text) => (/^[a-z]{1,30}$/.test(text) ? text : undefined),
  }),
  LOG_LEVEL: variable({
    takes: 'fatal, error, warn, info, debug, trace or silent',
    purpose: 'What is logged, as JSON lines on standard output',
    fallback: 'info',
    read: (text) => logLevels.find((level) => level === text),
  }),
}

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of this process, merged with `.env` in the current folder. */
export function readEnvironment(): Environment {
  if (existsSync('.env')) process.loadEnvFile('.env')
  return process.env
}

/** The part of the environment that a worker thread gets, with its defaults. */
export const inheritEnvironment = (fallback: Environment): Environment => ({ ...fallback, ...process.env })

type Read = ReadVariable<typeof variables>

/** An empty value counts as not set. Secrets are never repeated in the error. */
function reading(environment: Environment): Read {
  return (name) => {
    const text = environment[name]
    if (text === undefined || text === '') return null
    const value = variables[name].read(text)
    if (value !== undefined) return value as never
    const got = /SECRET|TOKEN|DATABASE_URL|SMTP_URL/.test(name)
      ? 'something else'
      : JSON.stringify(cutText(text, 100))
    throw new ConfigError(`${name} is ${got}, but it takes ${variables[name].takes}.`)
  }
}

function readClient(read: Read, site: 'GOOGLE' | 'GITHUB') {
  const own = readTogether(read, [`${site}_CLIENT_ID`, `${site}_CLIENT_SECRET`])
  if (own === null) return null
  const [clientId = '', clientSecret = ''] = own
  return { clientId, clientSecret }
}

function readProviders(read: Read) {
  const google = readClient(read, 'GOOGLE')
  const github = readClient(read, 'GITHUB')
  const issuer = read('GOOGLE_ISSUER') ?? 'https://accounts.google.com'
  const url = read('GITHUB_URL') ?? 'https://github.com'
  const apiUrl = read('GITHUB_API_URL') ?? 'https://api.github.com'
  const bare = (address: string) => address.replace(/(?<!\/)\/+$/, '')
  return {
    google: google && { ...google, issuer },
    github: github && { ...github, url: bare(url), apiUrl: bare(apiUrl) },
  }
}

export type Config = ReturnType<typeof loadConfig>

/**
 * The environment as one frozen value; null for a variable that is not set and has no default. Throws a
 * ConfigError that names the first invalid variable.
 */
export function loadConfig(environment: Environment) {
  const read = reading(environment)
  return Object.freeze({
    port: read('PORT') ?? 3000,
    host: read('HOST') ?? '127.0.0.1',
    publicUrl: read('PUBLIC_URL'),
    dataDir: read('DATA_DIR') ?? resolve('data'),
    databaseUrl: read('DATABASE_URL'),
    sessionSecrets: read('SESSION_SECRET'),
    trustedProxies: read('TRUSTED_PROXIES') ?? [],
    ...readProviders(read),
    isSelfHosted: read('SELF_HOSTED') === 'on',
    anonymousDailyLimitPerAddress: read('ANONYMOUS_DAILY_LIMIT_PER_ADDRESS') ?? 20,
    searchCacheSeconds: read('SEARCH_CACHE_SECONDS') ?? 120,
    readyThreads: read('READY_THREADS') ?? 3,
    processes: read('WORKERS') ?? 1,
    resultsKeptDays: read('RESULTS_KEPT_DAYS') ?? 30,
    smtpServer: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM'),
    operatorName: read('OPERATOR_NAME'),
    operatorAddress: read('OPERATOR_ADDRESS'),
    operatorEmail: read('OPERATOR_EMAIL'),
    timeZone: read('TIME_ZONE') ?? 'UTC',
    payments: readPayments(read),
    sources: readSources(read),
    scan: readScan(read),
    delivery: readDelivery(read),
    ...readOperations(read),
    keyPlan: readKeyPlan(read, read('SELF_HOSTED') === 'on'),
    isProduction: read('NODE_ENV') === 'production',
    logLevel: read('LOG_LEVEL') ?? 'info',
  })
}
