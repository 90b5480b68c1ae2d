import { expect, test } from 'vitest'
import { choosePhrases } from './choose-phrases.ts'

const communities = ['a', 'b', 'c', 'd', 'e']
const post = (text: string, community: string) => ({ title: '', selftext: text, community })

test('phrases are kept that many posts of several communities have, single words first', () => {
  const posts = Array.from({ length: 40 }, (_, at) =>
    post('Looking for software. It helps.', communities[at % 5] ?? ''),
  )
  const chosen = choosePhrases(posts)
  expect(chosen).toEqual(expect.arrayContaining(['software', 'looking for', 'looking for software']))
  expect(chosen.indexOf('software')).toBeLessThan(chosen.indexOf('for software'))
  // No phrase continues into the next sentence.
  expect(chosen.filter((phrase) => phrase.includes('software it'))).toEqual([])
})

test('what one community says, and what reveals who somebody is, gets no weight', () => {
  const posts = Array.from({ length: 60 }, (_, at) =>
    post(at < 40 ? 'our guild raids' : 'catholic church', at < 40 ? 'wow' : (communities[at % 5] ?? '')),
  )
  expect(choosePhrases(posts)).toEqual([])
})
