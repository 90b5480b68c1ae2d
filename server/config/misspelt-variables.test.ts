import { expect, test } from 'vitest'
import { variables } from './config.ts'
import { listMisspelt } from './misspelt-variables.ts'

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SELFHOSTED', 'SELF_HOSTED'],
  ['self_hosted', 'SELF_HOSTED'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['TRUSTED_PROXY', null],
  ['SESION_SECERT', 'SESSION_SECRET'],
  ['TIMEZONE', 'TIME_ZONE'],
])('%s is told to mean %s', (name, meant) => {
  const told =
    meant === null ? [] : [`${name} is no setting of Unmet and has no effect. Did you mean ${meant}?`]
  expect(listMisspelt({ [name]: 'x' })).toEqual(told)
})

test('every setting of at least six letters is recognised with two letters swapped', () => {
  for (const name of Object.keys(variables).filter((one) => one.length >= 6)) {
    const at = name.split('').findIndex((letter, place) => letter !== name[place + 1])
    const swapped = name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2)
    expect(listMisspelt({ [swapped]: 'x' }), swapped).toHaveLength(1)
  }
})

test('variables of a usual environment, of other programs and of npm are left alone', () => {
  const others =
    'PATH HOME HOSTNAME HOSTS POST PORTS SHELL LANG PWD USER TERM TZ LOGNAME MAIL NODE_OPTIONS NODE_PATH NODE INIT_CWD ' +
    'npm_config_cache npm_lifecycle_event npm_package_json PGHOST PGPORT POSTGRES_PASSWORD POSTGRES_DB REDIS_URL ' +
    'HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_AUTH_SOCK XDG_DATA_DIRS XDG_RUNTIME_DIR INVOCATION_ID JOURNAL_STREAM CI'
  expect(listMisspelt(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([])
  expect(listMisspelt({ DATABASE_URI: 'x', DATABASE_URL: 'y' })).toEqual([])
})
