import { expect, test } from 'vitest'
import { ConfigError, loadConfig } from './config.ts'

test('communities and keywords are lists, each entry once whatever its case', () => {
  const { scan } = loadConfig({
    SCAN_COMMUNITIES: 'r/smallbusiness, SmallBusiness,/r/sysadmin',
    SCAN_KEYWORDS: ' invoicing  software ,churn',
    SCAN_AT: '23',
  })
  expect(scan).toEqual({
    communities: ['SmallBusiness', 'sysadmin'],
    keywords: ['invoicing  software', 'churn'],
    hour: 23,
  })
  expect(loadConfig({ SCAN_AT: 'never' }).scan.hour).toBeNull()
})

test.each([
  ['SCAN_COMMUNITIES', 'small business'],
  ['SCAN_COMMUNITIES', 'one,,two'],
  ['SCAN_COMMUNITIES', Array.from({ length: 101 }, (_, at) => `c${at}`).join(',')],
  ['SCAN_KEYWORDS', 'a b c d e f g h i'],
  ['SCAN_KEYWORDS', '---'],
  ['SCAN_AT', '24'],
  ['SCAN_AT', 'noon'],
])('%s does not take %s and says what it takes', (name, text) => {
  expect(() => loadConfig({ [name]: text })).toThrow(ConfigError)
  expect(() => loadConfig({ [name]: text })).toThrow(`${name} is`)
})
