import { describe, expect, test } from 'vitest'
import { postKey, readPostKey } from './post-key.ts'
import { readTool, writeTool } from './tool-address.ts'

describe('the URL of a view', () => {
  test('contains need, saved and post, and keeps the other parameters', () => {
    const before = new URLSearchParams('q=crm&session=abc&sort=signals')
    const asked = {
      need: 'late invoices & more',
      onlySaved: true,
      post: 'lemmy:https://a.test/1?b=2',
      rows: 60,
      weak: true,
    }
    const address = writeTool(before, asked)
    expect(readTool(new URLSearchParams(address.toString()))).toEqual(asked)
    expect(address.get('sort')).toBe('signals')
    const none = { need: null, onlySaved: false, post: null, rows: 20, weak: false }
    expect(writeTool(address, none).toString()).toBe(before.toString())
  })

  test('changes only the given parts', () => {
    const address = writeTool(new URLSearchParams('need=late+invoices'), { post: 'reddit:a' })
    expect(readTool(address)).toMatchObject({ need: 'late invoices', onlySaved: false, post: 'reddit:a' })
  })
})

test('an invalid number of rows means the first twenty', () => {
  const rows = (text: string) => readTool(new URLSearchParams({ rows: text })).rows
  expect(['40', '-1', '3.5', 'all', '99999999'].map(rows)).toEqual([40, 20, 20, 20, 20])
})

test("any source name and id can be part of a post's key, and an invalid key gives no post", () => {
  const post = { source: 'lemmy', id: 'https://a.test/post:1' }
  expect(readPostKey(postKey(post))).toEqual(post)
  expect([null, '', 'reddit', ':a', 'reddit:'].map(readPostKey)).toEqual([null, null, null, null, null])
})
