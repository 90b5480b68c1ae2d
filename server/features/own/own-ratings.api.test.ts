import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn, sendFile } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

const review = (rating: unknown, at: number) => ({
  id: `${at}`,
  rating,
  title: `Review ${at}`,
  content: 'I wish I could use it offline; I write it on paper and type it in later',
})
const feed = JSON.stringify({
  feed: {
    entry: {
      updated: { label: '2024-03-04T05:37:36-07:00' },
      'im:rating': { label: '2' },
      title: { label: 'No way offline' },
      content: { label: 'I write it on paper and type it in later', attributes: { type: 'text' } },
    },
  },
})

async function rowsOf(person: SignedUp) {
  const { results } = (await callOwn(product, person, ['POST', 'search', {}])).json()
  return Promise.all(
    results.map(async ({ id }: { id: string }) =>
      (await callOwn(product, person, ['GET', `rows/${id}`])).json(),
    ),
  )
}

describe('the rating of a review', () => {
  test('is known in the list, in the row and in the download of the account, and is no part of the text', async () => {
    ann = await signUp(product.app)
    expect(await bringMaterial(product, ann, { name: 'Store', text: feed })).toMatchObject({ rows: 1 })
    const { results } = (await callOwn(product, ann, ['POST', 'search', { keyword: 'paper' }])).json()
    expect(results).toEqual([expect.objectContaining({ title: 'No way offline', rating: 2 })])
    expect(await rowsOf(ann)).toEqual([
      expect.objectContaining({
        title: 'No way offline',
        selftext: 'I write it on paper and type it in later',
        createdAt: '2024-03-04T12:37:36.000Z',
        rating: 2,
      }),
    ])
    const headers = { cookie: ann.cookie }
    const download = await product.app.inject({ url: '/api/account/export', headers })
    expect(download.json().ownMaterial).toEqual([
      expect.objectContaining({ title: 'No way offline', rating: 2 }),
    ])
  })

  test('moves no score: two reviews that differ in nothing else have the same', async () => {
    ann = await signUp(product.app)
    const text = JSON.stringify([review(1, 7), review(5, 7)])
    await bringMaterial(product, ann, { name: 'Store', text })
    const rows = await rowsOf(ann)
    expect(rows.map(({ rating }) => rating).sort((a, b) => Number(a) - Number(b))).toEqual([1, 5])
    expect(new Set(rows.map(({ opportunityScore }) => opportunityScore)).size).toBe(1)
  })

  test.each([
    ['4', 4],
    ['4.5', 4.5],
    ['3,5', 3.5],
    ['4/5', 4],
    ['4 out of 5 stars', 4],
    ['1 star', 1],
    ['★★★☆☆', 3],
    ['⭐️⭐️', 2],
    ['FIVE', 5],
    ['3/5.0', 3],
    ['3 von 5', 3],
    ['2 sur 5', 2],
  ])('written as %j is read as %j', async (written, rating) => {
    ann = await signUp(product.app)
    await bringMaterial(product, ann, { name: 'Store', text: JSON.stringify([review(written, 1)]) })
    expect(await rowsOf(ann)).toEqual([expect.objectContaining({ rating })])
  })

  test.each([
    ['8/10', 4],
    ['5 of 10', 2.5],
    ['9 out of 10', 4.5],
    ['80%', 4],
    ['66,5 %', 3.33],
    ['★★★☆☆☆☆☆☆☆', 1.5],
  ])('written as %j, on another scale, is given as %j of 5, and told so', async (written, rating) => {
    ann = await signUp(product.app)
    const text = JSON.stringify([review(written, 1)])
    const collection = await bringMaterial(product, ann, { name: 'Store', text })
    expect(collection.notes).toContain(
      '1 rating was on another scale (at line 1) and was converted to a scale of 5.',
    )
    expect(await rowsOf(ann)).toEqual([expect.objectContaining({ rating })])
  })

  test('that is above its own scale cannot be read', async () => {
    ann = await signUp(product.app)
    const text = JSON.stringify([review('7/5', 1), review('120%', 2), review('4', 3)])
    const mapping = { rating: 'rating' }
    const { notes } = await bringMaterial(product, ann, { name: 'Store', text, mapping })
    expect(notes).toContainEqual(expect.stringMatching(/^2 ratings cannot be read/u))
  })

  test('that cannot be read is counted and named, and its row is kept without one', async () => {
    ann = await signUp(product.app)
    const text = JSON.stringify([review(2, 1), review('good', 2), review('-3', 3), review('', 4)], null, 1)
    const collection = await bringMaterial(product, ann, {
      name: 'Store',
      text,
      mapping: { rating: 'rating' },
    })
    expect(collection).toMatchObject({
      rows: 4,
      notes: [
        expect.stringMatching(
          /^2 ratings cannot be read \(at line .+: “good”, “-3”\): the rows have none\.$/u,
        ),
      ],
    })
    expect((await rowsOf(ann)).map(({ rating }) => rating ?? 99).sort((a, b) => a - b)).toEqual([
      2, 99, 99, 99,
    ])
  })

  test('may be left out of a mapping', async () => {
    ann = await signUp(product.app)
    const id = await sendFile(product, ann, { name: 'Store', parts: [feed] })
    const { mapping } = (await callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])).json()
    const { rating, ...others } = mapping
    expect(rating).toBe('im:rating')
    const sent = await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping: others }])
    expect(sent.statusCode, sent.body).toBe(200)
  })

  test('is refused of a column that the file has not', async () => {
    ann = await signUp(product.app)
    const id = await sendFile(product, ann, { name: 'Store', parts: [feed] })
    const { mapping } = (await callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])).json()
    const payload = { mapping: { ...mapping, rating: 'grade' } }
    const sent = await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, payload])
    expect([sent.statusCode, sent.json().userMessage]).toEqual([422, expect.stringContaining('“grade”')])
  })
})

describe('a column is guessed as the rating', () => {
  const guess = async (name: string, cells: readonly string[]) => {
    ann = await signUp(product.app)
    const rows = cells.map((cell, at) => `${at + 100},"${cell}",I type all of this by hand every day`)
    const id = await sendFile(product, ann, {
      name: 'Any',
      parts: [[`id,"${name}",text`, ...rows].join('\n')],
    })
    return (await callOwn(product, ann, ['POST', `collections/${id}/preview`, {}])).json().mapping.rating
  }

  test.each([
    'Star Rating',
    'rating',
    'reviewRating',
    'overall_rating',
    'Stars',
    'NPS score',
    'score',
    'overall',
  ])('%j where small numbers stand in it', async (name) => {
    expect(await guess(name, ['2', '5', '1'])).toBe(name)
  })

  test.each([
    ['Stars', ['5', 'n/a', '3', '4']],
    ['Star Rating', ['4', 'five', 'not rated']],
    ['rating', ['2', '-']],
  ])('%j although it has other values: %j', async (name, cells) => {
    expect(await guess(name, cells)).toBe(name)
  })

  test.each([
    ['rating', ['good', 'bad']],
    ['rating', ['2', 'good', 'bad']],
    ['rating', ['1709543553000', '2']],
    ['score', ['2', '148']],
    ['average rating', ['4.5', '4.5']],
    ['rating count', ['1', '2']],
    ['operating', ['1', '2']],
    ['number', ['1', '2']],
  ])('but not %j with %j', async (name, cells) => {
    expect(await guess(name, cells)).toBeNull()
  })
})
