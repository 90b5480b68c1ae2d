import { expect, test } from 'vitest'
import { resultsLink } from './results-link.ts'

test('the link contains the results, their filters and the open post, but nothing of this device', () => {
  const here = 'https://unmet.test/?saved=1&sort=urgency&post=reddit+1&saas=60#main'
  expect(resultsLink({ keyword: 'a & b', sessionId: 'token' }, here)).toBe(
    'https://unmet.test/?q=a+%26+b&session=token&sort=urgency&post=reddit+1&saas=60',
  )
})

test('the link is for the shown results, even if the URL names another session', () => {
  const here = 'https://unmet.test/?q=old&session=older'
  expect(resultsLink({ keyword: 'new', sessionId: 'newer' }, here)).toBe(
    'https://unmet.test/?q=new&session=newer',
  )
})
