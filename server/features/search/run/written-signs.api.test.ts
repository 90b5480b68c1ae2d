import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { makePost } from '#tests/harness/make-post.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { searchOnce } from '#tests/harness/search-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

const rows: readonly [title: string, text: string][] = [
  ['Looking for a C++ profiler', 'I wish profiling C++ was less manual'],
  ['C is fine', 'I wish C had slices'],
  ['C# licence pain', 'I count seats by hand for our C# tool'],
  ['ASP.NET hosting', 'I wish .NET hosting had one price'],
  ['Order 1234-4332', 'I look up order 1234-4332 by hand'],
  ['Real-time stock', 'I need real-time counts and I type them'],
  ['Order 4332 is late', 'I wait for order 1234 and write to them'],
  ['Don’t repeat', 'I don’t want to type it twice'],
  ["Don't repeat plain", "I don't want to type it twice either"],
  ['F# tooling', 'I wish F# had better tooling for my team'],
  ['Finalized', 'This one is finalized and it took me weeks'],
  ['Node.js exporter', 'I wish Node.js printed it for us'],
  ['Phone bills', 'AT&T sends the bill and I type it in, R&D pays'],
  ['A price for a month', 'I would pay $50/month for this at once'],
  ['A price for a year', 'I would pay $500/year or €50/month for this'],
  ['Support all day', 'We answer 24/7 and write it down by hand'],
  ['Days of the month', 'On the 24th of each month I do 7 things by hand'],
  ['Tests of pages', 'We run A/B tests in a spreadsheet by hand'],
  ['Vaccines', 'I track COVID-19 vaccines of our staff by hand'],
  ['Schools', 'K-12 schools type grades by hand, all 100% of them'],
  ['Statistics', 'I wish R had better tables than this'],
  ['Rooms', 'Our B&B has a spreadsheet of rooms by hand'],
  ['Questions', 'I copy each Q&A of our forum by hand'],
  ['Ports', 'I write I/O tables of our TCP/IP stack by hand'],
  ['Columns', 'I fill created_at and user\\_id by hand in each row'],
  ['Records', 'Whoever created it at last is the user, an id tells'],
  ['Fees', 'It is 50 a seat, paid each month, and I add it up'],
]

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp({}, { ANONYMOUS_DAILY_LIMIT_PER_ADDRESS: '1000' })
  await product.storePosts(
    rows.map(([title, selftext], at) =>
      makePost({ title, selftext, community: 'plain', sourceId: `sign${at}` }),
    ),
  )
  ann = await signUp(product.app)
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = rows.map(([title, text], at) => `${at + 1},${cell(title)},${cell(text)}`)
  const collection = await bringMaterial(product, ann, {
    name: 'Signs',
    text: `id,title,text\n${lines.join('\n')}\n`,
  })
  expect(collection.rows).toBe(rows.length)
})
afterAll(() => product.close())

const titleOf = (row: number) => rows[row - 1]?.[0] ?? ''
const own = async (keyword: string) => {
  const reply = await callOwn(product, ann, ['POST', 'search', { keyword }])
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const titles = ({ results }: { results: { title: string }[] }) => results.map(({ title }) => title).sort()

test.each([
  ['C++', [1]],
  ['c++', [1]],
  ['C', [2]],
  ['C#', [3]],
  ['F#', [10]],
  ['.NET', [4]],
  ['ASP.NET', [4]],
  ['"C++ profiler"', [1]],
  ['1234-4332', [5]],
  ['"order 1234-4332"', [5]],
  ['"A/B tests"', [18]],
  ['"answer 24/7"', [16]],
  ['"pay $50/month"', [14]],
  ['"Node.js printed"', [12]],
  ['"ASP.NET hosting"', [4]],
  ['tooling -"F# tooling"', [3]],
  ['wish -"ASP.NET hosting"', [1, 2, 10, 12, 21]],
  ['Node.js', [12]],
  ['AT&T', [13]],
  ['R&D', [13]],
  ['$50/month', [14]],
  ['€50/month', [15]],
  ['$50', [14]],
  ['24/7', [16]],
  ['A/B tests', [18]],
  ['COVID-19', [19]],
  ['K-12', [20]],
  ['100%', [20]],
  ['R', [21]],
  ['B&B', [22]],
  ['Q&A', [23]],
  ['I/O', [24]],
  ['created_at', [25]],
  ['"fill created_at"', [25]],
  ['user_id', [25]],
  ['hand -created_at -AT&T -24/7', [3, 5, 17, 18, 19, 20, 22, 23, 24]],
  ['50/month', [14, 15]],
  ['500/year', [15]],
  ['TCP/IP', [24]],
  ['tooling -F#', [3]],
  ['wish -C++ -C# -.NET -Node.js -F#', [2, 21]],
  ['"don\'t want"', [8, 9]],
  ['“type it twice”', [8, 9]],
] as const)(
  '"%s" finds rows %j and no others, in the archive and in own material',
  async (keyword, expected) => {
    const wanted = expected.map(titleOf).sort()
    expect(titles(await searchOnce(product.app, keyword))).toEqual(wanted)
    expect(titles(await own(keyword))).toEqual(wanted)
  },
)

test.each([
  ['"don\'t want"', 'Left out of the quotes, because nearly every post contains it: "don\'t".'],
  [
    '"I have to do finalized"',
    'Left out of the quotes, because nearly every post contains them: "I", "have", "to" and "do".',
  ],
  [
    'tooling -"of our R&D"',
    'Left out of the quotes, because nearly every post contains them: "of" and "our".',
  ],
])('%s is told which of its words are not looked for', async (keyword, sentence) => {
  expect((await searchOnce(product.app, keyword)).coverage[0]?.leftOut).toContain(sentence)
  expect((await own(keyword)).leftOut).toContain(sentence)
})

test.each(['"type it twice"', '"finalized"', '"A/B tests"', '"24/7"'])(
  '%s is told nothing that does not hold',
  async (keyword) => {
    const { coverage } = await searchOnce(product.app, keyword)
    const told = keyword.includes('it') ? '"it"' : null
    expect(coverage[0]?.leftOut?.match(/quotes.*: (.+)\./u)?.[1] ?? null).toBe(told)
  },
)

test.each(['"unclosed', 'in: x', '-finalized', '"to be or not to be"', 'in:'])(
  'the keyword %s is answered or explained',
  async (keyword) => {
    const reply = await searchOnce(product.app, keyword)
    expect(reply.results.length > 0 || (reply.explanation ?? '').length > 0).toBe(true)
    const { results, leftOut } = await own(keyword)
    expect(results.length > 0 || keyword === '"unclosed' || keyword === 'in: x' || leftOut !== null).toBe(
      true,
    )
  },
)

test('a name behind in: that nothing has is named, and so is that none stands there', async () => {
  const reply = await searchOnce(product.app, 'in:"no such group" type')
  expect([reply.count, reply.free]).toEqual([0, true])
  expect(reply.explanation).toContain('There is no list or community “no such group” here.')
  const some = await searchOnce(product.app, 'type in:plain,nowhere')
  expect(some.count).toBeGreaterThan(0)
  expect(some.coverage[0]?.leftOut).toContain('There is no list or community “nowhere” here.')
  expect((await searchOnce(product.app, 'in: vaccines')).coverage[0]?.leftOut).toContain(
    '“in:” needs a community',
  )
  const inOwn = await own('in:"no such group" type')
  expect([inOwn.results, inOwn.leftOut]).toEqual([
    [],
    'There is no group or collection “no such group” in your material.',
  ])
  expect(titles(await own('type in:signs'))).toEqual(titles(await own('type')))
})

test('what is shown of a post shows the word with its signs, and no other', async () => {
  const { results } = await searchOnce(product.app, 'C++')
  expect(results[0]?.excerpt).toContain('C++')
})
