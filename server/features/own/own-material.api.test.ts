import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { wireOwnScoring } from '#server/wiring/wire-own.ts'
import { post, type SignedUp, signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn, partsOf, scoreWaiting, sendFile } from '#tests/harness/own-calls.ts'
import { scorePost, scorerVersion } from '#tests/harness/scorer.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'
import { makeOwnCollectionStore } from './own-collection-store.ts'
import { rescoreRows } from './score-collection.ts'

const tickets = [
  'Ticket ID,Subject,Description,Created at,Product,URL',
  '1,"Exports, again","I waste hours every week copying invoices into a spreadsheet.\r\nIs there a tool for that?",2026-02-03,Billing,https://help.example/1',
  '2,Thanks,All is well with my plan.,03 Feb 2026 10:00:00 GMT,Other,',
  '3,Rechnungen,"Ich suche ein Programm, das meine Rechnungen automatisch verschickt und Mahnungen schreibt.",2026-02-04,Billing,',
  '4,,,2026-02-05,,',
].join('\r\n')

let product: TestApp
let ann: SignedUp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())
beforeEach(async () => {
  ann = await signUp(product.app)
})

const search = async (person: SignedUp, asked: object) =>
  (await callOwn(product, person, ['POST', 'search', asked])).json()
const preview = async (id: string, as: object = {}) =>
  callOwn(product, ann, ['POST', `collections/${id}/preview`, as])
const makePro = () =>
  product.database.pool.query(`update users set subscription_tier = 'pro' where id = $1`, [ann.user.id])

describe('a file', () => {
  test('is shown with its first rows and a mapping that fits its columns', async () => {
    const id = await sendFile(product, ann, { name: 'Tickets', parts: partsOf(tickets, 50) })
    const { columns, rows, mapping } = (await preview(id)).json()
    expect(columns).toEqual(['Ticket ID', 'Subject', 'Description', 'Created at', 'Product', 'URL'])
    expect(rows).toHaveLength(4)
    expect(rows[0][1]).toBe('Exports, again')
    expect(mapping).toEqual({
      format: 'csv',
      hasHeader: true,
      title: 'Subject',
      text: ['Description'],
      date: 'Created at',
      link: 'URL',
      rating: null,
      group: 'Product',
    })
  })

  test.each([
    [
      'json',
      '{"ticket":{"body":"Export fails."},"id":7}\n{"ticket":{"body":"It is slow."},"id":8}',
      ['ticket.body'],
    ],
    ['json', '{"exported":"today","reviews":[{"review":"Great.","stars":5}]}', ['review']],
    [
      'csv',
      'How do you send invoices today?;What annoys you most about it?;Age\nBy hand in a spreadsheet, each one;That nobody pays me in time at all;41\nWith a tool of my own making;It breaks every single month or so;29',
      ['How do you send invoices today?', 'What annoys you most about it?'],
    ],
    ['csv', 'Export is broken for me.,2026-01-02\nSupport never answers my mails.,2026-01-03', ['column 1']],
    ['paragraphs', 'I copy invoices by hand.\nIt takes hours.\n\nNobody pays in time.', ['text']],
    ['lines', 'I copy invoices by hand, and it takes hours.\nNobody pays in time.', ['text']],
  ])('of %s is known by what is in it: %s', async (format, text, columns) => {
    const id = await sendFile(product, ann, { name: 'Any', parts: partsOf(text, 20) })
    const { mapping } = (await preview(id)).json()
    expect([mapping.format, mapping.text]).toEqual([format, columns])
  })

  test('is read as the person says, whatever was guessed', async () => {
    const id = await sendFile(product, ann, { name: 'Any', parts: ['One line.\nOther line.\n\nLast.'] })
    expect((await preview(id, { format: 'lines' })).json().rows).toEqual([
      ['One line.'],
      ['Other line.'],
      ['Last.'],
    ])
    expect((await preview(id, { format: 'csv', hasHeader: false })).json().columns).toEqual(['column 1'])
    const unreadable = await preview(id, { format: 'json' })
    expect([unreadable.statusCode, unreadable.json().userMessage]).toEqual([
      422,
      'It contains no JSON object.',
    ])
  })

  test('that is no text is refused before any of it is kept', async () => {
    const picture = Buffer.from(
      '89504e470d0a1a0a0000000d49484452000000108006000000fff3ff61',
      'hex',
    ).toString()
    const created = await callOwn(product, ann, ['POST', 'collections', { collectionName: 'Picture' }])
    const { id } = created.json()
    const part = { text: picture.repeat(20) }
    const refused = await callOwn(product, ann, ['PUT', `collections/${id}/parts/0`, part])
    expect([refused.statusCode, refused.json().userMessage]).toEqual([
      422,
      'This is a picture. Only text can be read.',
    ])
    expect((await preview(id)).json().userMessage).toMatch(/^Nothing was sent yet/u)
    await callOwn(product, ann, ['DELETE', `collections/${id}`])
  })

  test.each([
    ['lists', `{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['objects', `{"text":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
  ])('whose %s stand 20,000 levels deep is refused with what is wrong', async (_kind, text) => {
    const id = await sendFile(product, ann, { name: 'Deep', parts: [text] })
    for (const asked of [{}, { format: 'json' }]) {
      const refused = await preview(id, asked)
      expect([refused.statusCode, refused.json().userMessage]).toEqual([
        422,
        'No row can be read from it. At line 1 the JSON has lists or objects more than 100 levels deep.',
      ])
    }
    const mapping = {
      format: 'json',
      hasHeader: true,
      title: null,
      text: ['text'],
      date: null,
      link: null,
      group: null,
    }
    const mapped = await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping }])
    expect(mapped.statusCode).toBe(422)
    await callOwn(product, ann, ['DELETE', `collections/${id}`])
  })

  test('of which a part is missing, or that has not the column that is named, is not scored', async () => {
    const id = await sendFile(product, ann, { name: 'Gap', parts: ['a,text\n1,Hello there\n'] })
    await callOwn(product, ann, ['PUT', `collections/${id}/parts/2`, { text: '3,Third\n' }])
    const gap = await preview(id)
    expect([gap.statusCode, gap.json().code]).toEqual([422, 'own_unreadable'])
    await callOwn(product, ann, ['PUT', `collections/${id}/parts/1`, { text: '2,Second\n' }])
    const { mapping } = (await preview(id)).json()
    const payload = { mapping: { ...mapping, text: ['body'] } }
    const wrong = await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, payload])
    expect(wrong.json().userMessage).toBe('The file has no column “body”. Choose among those that are shown.')
    await scoreWaiting(product)
    const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
    expect(collections[0]).toMatchObject({ id, state: 'uploading', rows: 0 })
  })

  test('waits beside two others at most until they are scored', async () => {
    for (const name of ['One', 'Two', 'Three']) await sendFile(product, ann, { name, parts: ['A wish.'] })
    const refused = await callOwn(product, ann, ['POST', 'collections', { collectionName: 'Four' }])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'own_limit'])
    expect(refused.json().userMessage).toBe(
      '3 of your files are not scored yet. Wait for them, choose their columns, or delete one.',
    )
    const [newest] = (await callOwn(product, ann, ['GET', 'collections'])).json().collections
    await callOwn(product, ann, ['DELETE', `collections/${newest.id}`])
    await sendFile(product, ann, { name: 'Four', parts: ['A wish.'] })
  })

  test('that breaks off in the middle of a quote fails with the line, and stores nothing', async () => {
    const broken = `id,text\n${'1,Fine row\n'.repeat(60)}2,"never closed\n`
    const collection = await bringMaterial(product, ann, {
      name: 'Broken',
      text: broken,
      mapping: { text: ['text'] },
    })
    expect(collection).toMatchObject({
      state: 'failed',
      rows: 0,
      failure: 'A quote that opens in the row at line 62 is never closed.',
    })
    const { rowCount } = await product.database.pool.query('select from own_parts where collection_id = $1', [
      collection.id,
    ])
    expect(rowCount).toBe(0)
  })
})

describe('rows', () => {
  test('are scored as a pasted post is; those in other languages are stored, counted and not found', async () => {
    const collection = await bringMaterial(product, ann, { name: 'Tickets', text: tickets })
    expect(collection).toMatchObject({
      state: 'ready',
      rows: 3,
      otherLanguages: 1,
      rejected: 1,
      rejects: [{ line: 6, reason: 'there is no text in it' }],
    })
    const answer = await search(ann, { keyword: 'invoice' })
    expect(answer).toMatchObject({ searchedRows: 2, otherLanguages: 1, leftOut: null })
    expect(answer.results).toHaveLength(1)
    const [found] = answer.results
    const title = 'Exports, again'
    const selftext =
      'I waste hours every week copying invoices into a spreadsheet.\r\nIs there a tool for that?'
    const { opportunityScore, signals, persona } = scorePost({ title, selftext, community: '' })
    expect(found).toMatchObject({
      source: 'own',
      title,
      subreddit: 'Billing',
      url: 'https://help.example/1',
      createdAt: '2026-02-03T00:00:00.000Z',
      match: 'post',
      score: null,
      opportunityScore,
      signals,
      persona,
    })
    const row = (await callOwn(product, ann, ['GET', `rows/${found.id}`])).json()
    expect(row).toMatchObject({ title, selftext, collection: 'Tickets', opportunityScore, scorerVersion })
    expect((await search(ann, { keyword: 'Rechnungen' })).results).toEqual([])
  })

  test('without a keyword come with the highest scores first, of the collections that are asked for', async () => {
    const first = await bringMaterial(product, ann, { name: 'Tickets', text: tickets })
    const second = await bringMaterial(product, ann, {
      name: 'Notes',
      text: 'I would pay for an honest invoice tool.\nNice.',
    })
    const all = (await search(ann, {})).results
    const scores = all.map(({ opportunityScore }: { opportunityScore: number }) => opportunityScore)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
    expect(all).toHaveLength(4)
    const ofSecond = (await search(ann, { collectionIds: [second.id] })).results
    expect(ofSecond.map(({ title }: { title: string }) => title).sort()).toEqual([
      'I would pay for an honest invoice tool.',
      'Nice.',
    ])
    expect((await search(ann, { keyword: 'honest', collectionIds: [first.id] })).results).toEqual([])
  })

  test('that a stop cut short are scored once, from the beginning', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `Row number ${at} about invoices`).join('\n')
    const collection = await bringMaterial(product, ann, { name: 'Twice', text })
    const { pool } = product.database
    await pool.query(`insert into own_parts (collection_id, part, text) values ($1, 0, $2)`, [
      collection.id,
      text,
    ])
    await pool.query(`update own_collections set state = 'scoring' where id = $1`, [collection.id])
    await scoreWaiting(product)
    const { rows } = await pool.query('select from own_material where collection_id = $1', [collection.id])
    expect(rows).toHaveLength(60)
    const { collections } = (await callOwn(product, ann, ['GET', 'collections'])).json()
    expect(collections[0]).toMatchObject({ state: 'ready', rows: 60 })
  })

  test('of two runs of one job at once are stored once, those of the later run', async () => {
    const id = await sendFile(product, ann, { name: 'Twice', parts: ['One wish.\nOther wish.'] })
    const { mapping } = (await preview(id)).json()
    await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping }])
    const { db, pool } = product.database
    const collections = makeOwnCollectionStore(db)
    const { rows, scoreRow } = wireOwnScoring(db)
    const row = { title: 'One wish.', selftext: '', community: 'Twice' }
    const scored = { ...row, url: null, createdAt: new Date(), dated: true, rating: null, ...scoreRow(row) }
    const first = await collections.beginScoring(id)
    const second = await collections.beginScoring(id)
    if (first === null || second === null) throw new Error('There is nothing to score')
    expect(await rows.saveRows(second, [scored])).toEqual({ inserted: 1, refused: [] })
    expect(await rows.saveRows(first, [scored])).toBeNull()
    await collections.finishScoring(first, { beyondLimit: 9, rejected: 9, rejects: [], notes: [] })
    await collections.finishScoring(second, { beyondLimit: 0, rejected: 0, rejects: [], notes: [] })
    const stored = await pool.query('select from own_material where collection_id = $1', [id])
    expect(stored.rowCount).toBe(1)
    const [collection] = (await callOwn(product, ann, ['GET', 'collections'])).json().collections
    expect(collection).toMatchObject({ state: 'ready', rows: 1, rejected: 0 })
  })

  test('of a run that was given up meanwhile are not stored, and the collection stays failed', async () => {
    const id = await sendFile(product, ann, { name: 'Given up', parts: ['One wish.\nOther wish.'] })
    const { mapping } = (await preview(id)).json()
    await callOwn(product, ann, ['PUT', `collections/${id}/mapping`, { mapping }])
    const { db, pool } = product.database
    const collections = makeOwnCollectionStore(db)
    const { rows, scoreRow } = wireOwnScoring(db)
    const row = { title: 'One wish.', selftext: '', community: 'Given up' }
    const scored = { ...row, url: null, createdAt: new Date(), dated: true, rating: null, ...scoreRow(row) }
    const run = await collections.beginScoring(id)
    if (run === null) throw new Error('There is nothing to score')
    expect(await rows.saveRows(run, [scored])).toEqual({ inserted: 1, refused: [] })
    await collections.failScoring(id, 'Given up.')
    expect(await rows.saveRows(run, [scored])).toBeNull()
    await collections.finishScoring(run, { beyondLimit: 0, rejected: 0, rejects: [], notes: [] })
    expect((await pool.query('select from own_material where collection_id = $1', [id])).rowCount).toBe(0)
    const [collection] = (await callOwn(product, ann, ['GET', 'collections'])).json().collections
    expect(collection).toMatchObject({ state: 'failed', rows: 0, failure: 'Given up.' })
  })

  test('beyond what a free account stores are counted, and Pro stores them', async () => {
    const text = Array.from({ length: 230 }, (_, at) => `Row number ${at} about invoices`).join('\n')
    const first = await bringMaterial(product, ann, { name: 'Free', text })
    expect(first).toMatchObject({ state: 'ready', rows: limits.ownRows.free, beyondLimit: 30 })
    const refused = await callOwn(product, ann, ['POST', 'collections', { collectionName: 'More' }])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'own_limit'])
    expect(refused.json().userMessage).toContain('Pro keeps 100,000')
    await makePro()
    expect(await bringMaterial(product, ann, { name: 'Pro', text })).toMatchObject({
      rows: 230,
      beyondLimit: 0,
    })
  })

  test('that another version scored are rescored, and only they', async () => {
    const collection = await bringMaterial(product, ann, { name: 'Tickets', text: tickets })
    const { pool, db } = product.database
    const readRows = async () =>
      (await pool.query('select * from own_material where collection_id = $1 order by id', [collection.id]))
        .rows
    const before = await readRows()
    await pool.query(
      `update own_material set scorer_version = 'old', language = null, opportunity_score = 50, words = '', summary = '{}'
       where collection_id = $1 and title <> 'Thanks'`,
      [collection.id],
    )
    expect(await rescoreRows(wireOwnScoring(db), new AbortController().signal)).toBe(2)
    expect(await readRows()).toEqual(before)
  })

  test('go with their collection in one act', async () => {
    const collection = await bringMaterial(product, ann, { name: 'Tickets', text: tickets })
    const reply = await callOwn(product, ann, ['DELETE', `collections/${collection.id}`])
    expect(reply.statusCode).toBe(200)
    const { rowCount } = await product.database.pool.query(
      'select from own_material where collection_id = $1',
      [collection.id],
    )
    expect(rowCount).toBe(0)
    expect((await search(ann, { keyword: 'invoice' })).results).toEqual([])
    expect((await callOwn(product, ann, ['DELETE', `collections/${collection.id}`])).statusCode).toBe(404)
  })

  test('are in the file of all data, and go with the account', async () => {
    await bringMaterial(product, ann, { name: 'Tickets', text: tickets })
    const { ownMaterial } = (
      await product.app.inject({ url: '/api/account/export', headers: { cookie: ann.cookie } })
    ).json()
    expect(
      ownMaterial.map(({ collection, title, language }: Record<string, string>) => [
        collection,
        title,
        language,
      ]),
    ).toEqual([
      ['Tickets', 'Exports, again', 'en'],
      ['Tickets', 'Thanks', 'en'],
      ['Tickets', 'Rechnungen', 'de'],
    ])
    await post(product.app, '/api/account/delete', { password: ann.password }, ann)
    const { rows } = await product.database.pool.query(
      'select from own_collections where user_id = $1 union all select from own_material join own_collections on own_collections.id = collection_id where user_id = $1',
      [ann.user.id],
    )
    expect(rows).toEqual([])
  })
})
