import { expect, test } from 'vitest'
import { readInstancePage } from '../lemmy/lemmy-posts.ts'
import { readListing } from '../reddit/reddit-client.ts'

const place = { name: 'a.example', url: 'https://a.example', apiUrl: 'https://a.example/api/v3' }
const pagesOf: Record<string, (entries: unknown[]) => unknown> = {
  'an instance of Lemmy': (posts) => readInstancePage({ posts }, place),
  Reddit: (children) => readListing({ kind: 'Listing', data: { after: null, children } }),
}

test.each(Object.entries(pagesOf))(
  'a page of %s with more entries than any has is refused as such',
  (_, read) => {
    expect(() => read(Array(2001).fill({}))).toThrow('sent a page of more than 2000 entries')
    expect(() => read(Array(2000).fill({}))).not.toThrow('entries')
    expect(() => read([])).not.toThrow()
  },
)
