import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp } from '#tests/harness/account-calls.ts'
import { bringMaterial, callOwn } from '#tests/harness/own-calls.ts'
import { openTestApp, type TestApp } from '#tests/harness/test-app.ts'

let product: TestApp
beforeAll(async () => {
  product = await openTestApp()
})
afterAll(() => product.close())

test('messages of support staff within a ticket are left out, and a note says how many', async () => {
  const ann = await signUp(product.app)
  const ticket = (id: number, staff: number) => ({
    id,
    subject: `Invoices ${id}`,
    description: 'I retype the same invoices by hand every Monday',
    requester_id: 5,
    comments: [
      { author_id: 5, body: `The app also logs me out ${id} times a day` },
      ...Array.from({ length: staff }, () => ({ author_id: 9, body: 'Our team will look into the matter' })),
    ],
  })
  const text = [ticket(1, 2), ticket(2, 0), ticket(3, 1)].map((one) => JSON.stringify(one)).join('\n')
  const collection = await bringMaterial(product, ann, { name: 'Tickets', text })
  expect(collection).toMatchObject({
    rows: 3,
    notes: ['3 messages of support staff or bots are left out of their conversations (at line 1, 3).'],
  })
  const found = await callOwn(product, ann, ['POST', 'search', { keyword: 'logs me out' }])
  expect(found.json().results).toHaveLength(3)
  const staffs = await callOwn(product, ann, ['POST', 'search', { keyword: 'look into the matter' }])
  expect(staffs.json().results).toEqual([])
})
