import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeStandInShop, proCheckout } from '#tests/harness/stand-in-shop.ts'

describe('the pages of the stand-in', () => {
  let shop: Awaited<ReturnType<typeof makeStandInShop>>

  beforeAll(async () => {
    shop = await makeStandInShop()
  })
  afterAll(() => shop.close())

  async function openCheckout() {
    const { id: customer } = await shop.sandbox.customers.create({ email: '<ann>@example.com' })
    const session = await shop.sandbox.checkout.sessions.create(proCheckout(customer))
    return { customer, id: session.id, url: session.url ?? '' }
  }

  async function openPortal() {
    const { customer, id } = await openCheckout()
    await shop.standIn.control.sandbox.payCheckout(id)
    const return_url = 'http://localhost:5000/profile?portal=1'
    const { url } = await shop.sandbox.billingPortal.sessions.create({ customer, return_url })
    return { customer, url }
  }

  /** Submits the form of a page like a browser without scripts. */
  function submit(url: string, fields: Record<string, string>): Promise<Response> {
    return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  }

  /** The page after a form submission. */
  async function submitAndFollow(url: string, fields: Record<string, string>): Promise<string> {
    const answer = await submit(url, fields)
    expect(answer.status).toBe(303)
    return (await fetch(new URL(answer.headers.get('location') ?? '', url))).text()
  }

  /** Clicks a button of the portal by its label and reads the next page. */
  async function press(url: string, words: string): Promise<string> {
    const page = await (await fetch(url)).text()
    const form = page.split('<form').find((one) => one.includes(`>${words}</button>`)) ?? ''
    const field = (name: string) =>
      new RegExp(`name="${name}" value="([^"]+)"`, 'u').exec(form)?.[1] ?? `no ${name}`
    return submitAndFollow(url, { subscription: field('subscription'), action: field('action') })
  }

  const statusOf = async (customer: string) =>
    (await shop.sandbox.subscriptions.list({ customer, status: 'all' })).data.map((one) => one.status)

  test('every page says that no money is moved, works without scripts and has its own content security policy', async () => {
    const checkout = await openCheckout()
    const portal = await openPortal()
    for (const url of [checkout.url, portal.url, `${shop.standIn.url}/c/pay/cs_test_none`]) {
      const response = await fetch(url)
      const page = await response.text()
      expect(page).toContain('TEST - no real money, local stand-in')
      expect(page).toContain('<html lang="en">')
      expect(page.match(/<h1>/gu)).toHaveLength(1)
      expect(page).not.toContain('<script')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    }
    expect((await fetch(checkout.url)).headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:5000",
    )
  })

  test('names of people are shown as text, never as markup', async () => {
    const { url } = await openCheckout()
    const page = await (await fetch(url)).text()
    expect(page).toContain('&#60;ann&#62;@example.com')
    expect(page).not.toContain('<ann>')
  })

  test('paying redirects to success_url with the session id; submitting again changes nothing', async () => {
    const { customer, id, url } = await openCheckout()
    for (let n = 0; n < 2; n += 1) {
      const answer = await submit(url, { choice: 'card' })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(`http://localhost:5000/success?session_id=${id}`)
    }
    expect(await statusOf(customer)).toEqual(['active'])
  })

  test('a declined card is reported, the checkout stays open, and another card can pay', async () => {
    const { customer, id, url } = await openCheckout()
    expect(await submitAndFollow(url, { choice: 'declining_card' })).toContain(
      '<p role="alert">Your card was declined.',
    )
    expect(await statusOf(customer)).toEqual([])
    expect(await shop.sandbox.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    expect((await submit(url, { choice: 'card' })).status).toBe(303)
    expect(await statusOf(customer)).toEqual(['active'])
  })

  test('the link to cancel_url changes nothing', async () => {
    const { customer, url } = await openCheckout()
    const page = await (await fetch(url)).text()
    expect(page).toContain('<a href="http://localhost:5000/cancel?canceled=true">')
    expect(await statusOf(customer)).toEqual([])
  })

  test('each choice has a label, and a form without a choice is shown again', async () => {
    const { url } = await openCheckout()
    const page = await (await fetch(url)).text()
    expect(page.match(/<label><input type="radio"/gu)).toHaveLength(4)
    expect(page).toContain('<legend>')
    expect(await submitAndFollow(url, {})).toContain('<p role="alert">Choose how to pay.')
  })

  test('after a bank debit the checkout is complete but unpaid until the payment succeeds', async () => {
    const { id, url } = await openCheckout()
    expect((await submit(url, { choice: 'later' })).status).toBe(303)
    const waiting = await shop.sandbox.checkout.sessions.retrieve(id)
    expect(waiting).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    expect(await (await fetch(url)).text()).toContain('Let the payment succeed')
    await submit(`${url}/result`, { result: 'succeeds' })
    expect(await shop.sandbox.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'paid' })
  })

  test('a bank debit that fails ends the subscription', async () => {
    const { customer, id, url } = await openCheckout()
    await submit(url, { choice: 'later' })
    await submit(`${url}/result`, { result: 'fails' })
    expect(await shop.sandbox.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'unpaid' })
    expect(await statusOf(customer)).toEqual(['canceled'])
  })

  test('an expired checkout cannot be paid', async () => {
    const { customer, id, url } = await openCheckout()
    await shop.standIn.control.sandbox.expireCheckout(id)
    expect((await submit(url, { choice: 'card' })).status).toBe(410)
    expect(await statusOf(customer)).toEqual([])
  })

  test('in the portal a person cancels at the period end, undoes that, then cancels at once', async () => {
    const { customer, url } = await openPortal()
    expect(await press(url, 'Cancel at the end of the paid period')).toContain('Active until ')
    const leaving = (await shop.sandbox.subscriptions.list({ customer })).data[0]
    expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(leaving?.cancel_at).toBe(leaving?.items.data[0]?.current_period_end)
    expect(await press(url, 'Keep the subscription')).toContain('Active. Renews on ')
    expect(await press(url, 'Cancel now')).toContain('Canceled on ')
    expect(await statusOf(customer)).toEqual(['canceled'])
  })

  test('in the portal an expired card makes the renewal fail, and a new card pays it', async () => {
    const { customer, url } = await openPortal()
    await press(url, 'Let the card expire')
    expect(await press(url, 'End the period now')).toContain('Past due')
    expect(await statusOf(customer)).toEqual(['past_due'])
    await press(url, 'Use a card that pays')
    await press(url, 'Charge the card for the open payment again')
    expect(await statusOf(customer)).toEqual(['active'])
  })

  test('a payment can be refunded and disputed from the portal', async () => {
    const { customer, url } = await openPortal()
    await press(url, 'Refund the last payment')
    await press(url, 'Dispute the last payment at the bank')
    const charges = await shop.sandbox.charges.list({ customer })
    expect(charges.data).toMatchObject([{ refunded: true, disputed: true }])
  })

  test('the portal links back to the site and changes only its own customer', async () => {
    const mine = await openPortal()
    const theirs = await openPortal()
    const page = await (await fetch(mine.url)).text()
    expect(page).toContain('<a href="http://localhost:5000/profile?portal=1">Return to the site</a>')
    const subscription = (await shop.sandbox.subscriptions.list({ customer: theirs.customer })).data[0]?.id
    const answer = await submit(mine.url, { subscription: subscription ?? '', action: 'cancel_now' })
    expect(answer.status).toBe(404)
    expect(await statusOf(theirs.customer)).toEqual(['active'])
  })
})
