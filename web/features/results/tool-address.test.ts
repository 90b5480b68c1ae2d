import { describe, expect, test } from 'vitest'
import { postKey, readPostKey } from './post-key.ts'
import { readTool, writeTool } from './tool-address.ts'

describe('the address of a view', () => {
  test('keeps need, saved and post beside what else stands there', () => {
    const before = new URLSearchParams('q=crm&session=abc&sort=signals')
    const asked = { need: 'late invoices & more', onlySaved: true, post: 'lemmy:https://a.test/1?b=2' }
    const address = writeTool(before, asked)
    expect(readTool(new URLSearchParams(address.toString()))).toEqual(asked)
    expect(address.get('sort')).toBe('signals')
    const none = { need: null, onlySaved: false, post: null }
    expect(writeTool(address, none).toString()).toBe(before.toString())
  })

  test('changes only what is asked', () => {
    const address = writeTool(new URLSearchParams('need=late+invoices'), { post: 'reddit:a' })
    expect(readTool(address)).toEqual({ need: 'late invoices', onlySaved: false, post: 'reddit:a' })
  })
})

test('the key of a post survives whatever its source calls it, and nonsense is none', () => {
  const post = { source: 'lemmy', id: 'https://a.test/post:1' }
  expect(readPostKey(postKey(post))).toEqual(post)
  expect([null, '', 'reddit', ':a', 'reddit:'].map(readPostKey)).toEqual([null, null, null, null, null])
})
