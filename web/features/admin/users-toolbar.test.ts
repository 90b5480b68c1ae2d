import { expect, test } from 'vitest'
import { readUserView, userViewParams } from './users-toolbar.tsx'

const plain = { filter: 'all', sort: 'newest', search: '', page: 1, size: 50 } as const

test('a URL without parameters shows all users, newest first', () => {
  expect(readUserView(new URLSearchParams())).toEqual(plain)
  expect(userViewParams(plain)).toEqual({ tab: 'users' })
})

test('invalid parameters of the URL are not sent to the server', () => {
  const nonsense = new URLSearchParams({ filter: 'admins', sort: 'up', page: '-3', size: '7' })
  expect(readUserView(nonsense)).toEqual(plain)
  expect(readUserView(new URLSearchParams({ page: '1.5' })).page).toBe(1)
  expect(readUserView(new URLSearchParams({ page: '99999999' })).page).toBe(1)
})

test('a view is restored completely from its URL', () => {
  const view = { filter: 'pro', sort: 'least-active', search: 'a&b', page: 3, size: 500 } as const
  expect(readUserView(new URLSearchParams(userViewParams(view)))).toEqual(view)
})
