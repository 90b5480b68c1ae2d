import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { SearchResult } from '#contract/search.ts'
import { savedCsv } from './saved-list.tsx'
import { mostSaved, readSaved, type SavedPost, toggleSaved, toSavedPost } from './saved-posts.ts'

const found = { keyword: 'crm', sessionId: 's'.repeat(43), savedAt: '2026-11-21T20:00:00.000Z' }

function saved(id: string, own: Partial<SavedPost> = {}): SavedPost {
  return {
    source: 'reddit',
    id,
    title: `Post ${id}`,
    community: 'smallbusiness',
    opportunityScore: 70,
    url: null,
    postedAt: '2026-01-01T00:00:00.000Z',
    ...found,
    ...own,
  }
}

describe('posts saved on this device', () => {
  test('the newest comes first, and saving a post again removes it', () => {
    const one = toggleSaved([], saved('a')) ?? []
    const two = toggleSaved(one, saved('b')) ?? []
    expect(two.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(toggleSaved(two, saved('a'))?.map(({ id }) => id)).toEqual(['b'])
  })

  test('the same id in another source is another post', () => {
    expect(toggleSaved([saved('a')], saved('a', { source: 'lemmy' }))).toHaveLength(2)
  })

  test('a full list accepts no more posts, but posts can be removed', () => {
    const full = Array.from({ length: mostSaved }, (_, at) => saved(`p${at}`))
    expect(toggleSaved(full, saved('one more'))).toBeNull()
    expect(toggleSaved(full, saved('p7'))).toHaveLength(mostSaved - 1)
  })

  test.each([null, '', 'no json', '{}', '[{"id":1}]', 'null'])(
    'invalid data (%s) is read as an empty list',
    (stored) => {
      expect(readSaved(stored)).toEqual([])
    },
  )

  test('a stored list is read back unchanged, and titles are shortened without splitting a character', () => {
    const result = { ...saved('a'), subreddit: 'x', createdAt: '2026-01-01', title: '\u{1F600}'.repeat(500) }
    const kept = toSavedPost(result as unknown as SearchResult, found)
    expect(kept.title.length).toBeLessThanOrEqual(300)
    expect(kept.title.isWellFormed()).toBe(true)
    expect(readSaved(JSON.stringify([kept]))).toEqual([kept])
  })
})

test('saved posts are exported with their exact text, and no cell is run as a formula', () => {
  const odd = saved('odd', {
    title: 'a "quoted", long\nline مرحبا',
    community: '=SUM(A1)',
    url: 'https://a.test/1',
    keyword: ' costs\n＝1+1;"=1+1"',
  })
  const rows = parse(savedCsv([odd, saved('b')]), { bom: true, columns: true, record_delimiter: '\r\n' })
  expect(rows).toMatchObject([
    {
      id: 'odd',
      keyword: ` costs\n'＝1+1;"'=1+1"`,
      title: odd.title,
      community: "'=SUM(A1)",
      opportunity_score: '70',
      url: 'https://a.test/1',
    },
    { id: 'b', url: '', keyword: 'crm' },
  ])
})
