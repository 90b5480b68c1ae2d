import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

test('backups are off until they have a folder, and then have an hour and keeping rules', () => {
  expect(loadConfig({ BACKUP_AT: '04:00' }).backups).toBeNull()
  expect(loadConfig({ BACKUP_DIR: '/backups' }).backups).toEqual({
    folder: '/backups',
    at: '02:30',
    keep: { days: 7, weeks: 4, months: 6 },
  })
  const all = { BACKUP_DIR: '/backups', BACKUP_AT: '23:59', BACKUP_KEEP: '1, 0,12' }
  expect(loadConfig(all).backups).toMatchObject({ at: '23:59', keep: { days: 1, weeks: 0, months: 12 } })
})

test.each([
  ['BACKUP_AT', '24:00'],
  ['BACKUP_AT', '4'],
  ['BACKUP_KEEP', '7,4'],
  ['BACKUP_KEEP', '7,4,6,1'],
  ['BACKUP_KEEP', '7,4,-6'],
  ['METRICS_TOKEN', 'short'],
])('%s does not take %s and says what it takes', (name, text) => {
  expect(() => loadConfig({ [name]: text, BACKUP_DIR: '/backups' })).toThrow(ConfigError)
  expect(() => loadConfig({ [name]: text, BACKUP_DIR: '/backups' })).toThrow(`${name} is`)
})

test('a token is not repeated in the error', () => {
  expect(() => loadConfig({ METRICS_TOKEN: 'my secret' })).toThrow('METRICS_TOKEN is something else')
})
