import { expect, test } from 'vitest'
import { remainingMessage, searchesLeft } from './use-account-allowance.ts'

test('the remaining searches of a free account count down to zero, and never below', () => {
  const left = (searchesThisMonth: number) => searchesLeft({ subscriptionTier: 'free', searchesThisMonth })
  expect([0, 1, 2, 7].map(left)).toEqual([2, 1, 0, 0])
})

test('Pro has no limit, however many searches were counted', () => {
  expect(searchesLeft({ subscriptionTier: 'pro', searchesThisMonth: 900 })).toBeNull()
})

test('the badge shows the remaining searches of the plan', () => {
  expect(remainingMessage(2)).toBe('2 of 2 free searches remaining this month')
  expect(remainingMessage(1)).toBe('1 of 2 free searches remaining this month')
  expect(remainingMessage(0)).toBe('Monthly limit reached')
  expect(remainingMessage(null)).toBe('Unlimited searches')
})
