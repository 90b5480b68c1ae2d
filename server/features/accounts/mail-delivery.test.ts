import { describe, expect, test } from 'vitest'
import { type Mail, type Mailer, MailNotSent, MailPutOff, MailRefused } from '#server/mail-ports.ts'
import { makeMailDelivery } from './mail-delivery.ts'

const secretLink = 'https://unmet.example/reset-password?token=secret'
const mail: Mail = { to: 'ann@people.example', subject: 'Hello', text: secretLink, html: secretLink }

/** A mailer that fails with the given errors in turn and then accepts every mail. */
function failingMailer(failures: Error[]) {
  const taken: Mail[] = []
  const mailer: Mailer = {
    async send(one) {
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      taken.push(one)
    },
  }
  return { mailer, taken }
}

type Settings = { retryPausesMs?: number[]; putOffPausesMs?: number[]; mostWaiting?: number }

function startDelivery(mailer: Mailer, settings: Settings = {}) {
  const warnings: { message: string; details: object }[] = []
  const delivery = makeMailDelivery({
    mailer,
    warn: (message, details) => warnings.push({ message, details }),
    retryPausesMs: [0, 0],
    atOnce: 2,
    ...settings,
  })
  return { delivery, warnings }
}

/** Waits until every mail was sent or finally failed, with all retries. */
async function delivered(
  delivery: { sendLater: (what: string, compose: () => Promise<null>) => void },
  asked = 1,
) {
  for (let turn = 0; turn < asked; turn += 1) {
    await new Promise<void>((resolve) =>
      delivery.sendLater('marker', async () => {
        resolve()
        return null
      }),
    )
  }
}

describe('a mail that does not go out', () => {
  test('is tried again', async () => {
    const { mailer, taken } = failingMailer([new MailNotSent('Down'), new MailNotSent('Down')])
    const { promise, resolve } = Promise.withResolvers<void>()
    const { delivery } = startDelivery({
      async send(one) {
        await mailer.send(one)
        resolve()
      },
    })
    delivery.sendLater('reset', async () => mail)
    await promise
    expect(taken).toEqual([mail])
  })

  test('is given up after three tries, and the log names neither its address nor its link', async () => {
    const { mailer, taken } = failingMailer(Array.from({ length: 9 }, () => new MailNotSent('Down')))
    const { promise, resolve } = Promise.withResolvers<void>()
    const logged: unknown[] = []
    const delivery = makeMailDelivery({
      mailer,
      retryPausesMs: [0, 0],
      warn(message, details) {
        logged.push({ message, details })
        if (message.includes('given up')) resolve()
      },
    })
    delivery.sendLater('reset', async () => mail)
    await promise
    await delivery.finish()
    expect(logged).toEqual([
      {
        message: 'The mail "reset" was not sent and is tried again',
        details: { tries: 1, kind: 'MailNotSent', reason: 'Down' },
      },
      {
        message: 'The mail "reset" was not sent and is tried again',
        details: { tries: 2, kind: 'MailNotSent', reason: 'Down' },
      },
      {
        message: 'The mail "reset" was not sent and is given up',
        details: { tries: 3, kind: 'MailNotSent', reason: 'Down' },
      },
    ])
    expect(JSON.stringify(logged)).not.toMatch(/ann@|secret/u)
    expect(taken).toEqual([])
  })

  test('is not tried again when it was refused', async () => {
    const { mailer, taken } = failingMailer([new MailRefused('No such person')])
    const { delivery, warnings } = startDelivery(mailer)
    delivery.sendLater('reset', async () => mail)
    await delivery.finish()
    expect(warnings.map(({ message }) => message)).toEqual(['The mail "reset" was not sent and is given up'])
    expect(taken).toEqual([])
  })
})

describe('a mail that the server puts off', () => {
  test('has more tries than one that failed', async () => {
    const failures = Array.from({ length: 4 }, () => new MailPutOff('Come again'))
    const { mailer, taken } = failingMailer(failures)
    const { promise, resolve } = Promise.withResolvers<void>()
    const { delivery } = startDelivery(
      {
        async send(one) {
          await mailer.send(one)
          resolve()
        },
      },
      { retryPausesMs: [0], putOffPausesMs: [0, 0, 0, 0] },
    )
    delivery.sendLater('reset', async () => mail)
    await promise
    expect(taken).toEqual([mail])
  })

  test('leaves its place to others, and delays no stop', async () => {
    const tried: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const { delivery } = startDelivery({
      async send({ subject }) {
        tried.push(subject)
        if (subject === 'Last') resolve()
        else throw new MailPutOff('Come again')
      },
    })
    const subjects = ['One', 'Two', 'Three', 'Last']
    for (const subject of subjects) delivery.sendLater(subject, async () => ({ ...mail, subject }))
    await promise
    await delivery.finish()
    expect(tried.slice(0, 4)).toEqual(subjects)
    expect(tried.slice(4).sort()).toEqual(['One', 'Three', 'Two'])
  })
})

test('an error while a mail is made is logged by its place, without its words', async () => {
  const { delivery, warnings } = startDelivery(failingMailer([]).mailer)
  delivery.sendLater('reset', async () => {
    throw new Error('Failed query: select ... params: ann@people.example')
  })
  await delivery.finish()
  expect(warnings).toMatchObject([
    { message: 'The mail "reset" could not be made', details: { kind: 'Error' } },
  ])
  expect(JSON.stringify(warnings)).not.toContain('ann@')
  expect(JSON.stringify(warnings)).toContain('mail-delivery.test.ts')
})

test('nothing is composed before the caller has gone on', async () => {
  const { delivery } = startDelivery(failingMailer([]).mailer)
  const order: string[] = []
  delivery.sendLater('reset', async () => {
    order.push('composed')
    return null
  })
  await Promise.resolve()
  order.push('replied')
  await delivery.finish()
  expect(order).toEqual(['replied', 'composed'])
})

test('finishing waits for all mails but not for their further tries', async () => {
  const { mailer, taken } = failingMailer([new MailNotSent('Down')])
  const { delivery, warnings } = startDelivery(mailer, { retryPausesMs: [3_600_000] })
  for (let number = 1; number <= 5; number += 1) delivery.sendLater(`mail ${number}`, async () => mail)
  await delivery.finish()
  expect(taken).toHaveLength(4)
  expect(warnings.map(({ message }) => message)).toEqual(['The mail "mail 1" was not sent and is given up'])
})

test('a mail that pauses between two tries gets its last one at once when all finish', async () => {
  const { mailer, taken } = failingMailer([new MailNotSent('Down')])
  const { delivery, warnings } = startDelivery(mailer, { retryPausesMs: [3_600_000] })
  delivery.sendLater('reset', async () => mail)
  await delivered(delivery, 2)
  await delivery.finish()
  expect(warnings.map(({ message }) => message)).toEqual(['The mail "reset" was not sent and is tried again'])
  expect(taken).toEqual([mail])
})

test('more mails than may wait are given up and logged', async () => {
  const { mailer, taken } = failingMailer([])
  const { delivery, warnings } = startDelivery(mailer, { mostWaiting: 2 })
  for (let number = 1; number <= 3; number += 1) delivery.sendLater(`mail ${number}`, async () => mail)
  await delivery.finish()
  expect(taken).toHaveLength(2)
  expect(warnings.map(({ message }) => message)).toEqual([
    'The mail "mail 3" was dropped: too many mails are waiting',
  ])
})
