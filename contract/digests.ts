import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const

const frequency = z.enum(['daily', 'weekly'], 'A digest comes daily or weekly')
const weekday = z.enum(weekdays, 'Choose a day of the week')
/** A time of the day, such as 07:30. */
const at = z.iso.time({ precision: -1, error: 'Enter a time such as 07:30' })

/** The mailed digest of all watches. */
const digest = z.object({
  /** Why no digest can be sent. Null if digests can be sent. */
  unavailableBecause: z.nullable(z.enum(['no_mail_server', 'switched_off', 'unconfirmed'])),
  email: z.string(),
  isOn: z.boolean(),
  frequency,
  at,
  weekday,
  /** The IANA name of the time zone. Null until one was chosen. */
  timeZone: z.nullable(z.string()),
  nextDueAt: z.nullable(z.string()),
  lastSentAt: z.nullable(z.string()),
  /** Why digests ended: the user unsubscribed, or mails were refused. Null if they did not end. */
  endedBecause: z.nullable(z.enum(['unsubscribed', 'bounced'])),
})
export type Digest = z.infer<typeof digest>

export const findDigestEndpoint = defineEndpoint('GET /api/digest', 'user', { output: digest })

const digestChange = z.object({
  isOn: z.optional(z.boolean()),
  frequency: z.optional(frequency),
  at: z.optional(at),
  weekday: z.optional(weekday),
  timeZone: z.optional(z.string('Choose a time zone').check(z.maxLength(64, 'Choose a time zone'))),
})
export type DigestChange = z.infer<typeof digestChange>

export const changeDigestEndpoint = defineEndpoint('PATCH /api/digest', 'user', {
  body: digestChange,
  output: digest,
  errors: ['switched_off', 'address_unconfirmed'],
})

const params = z.object({ token: z.string() })

/** An HTML page. Opening the page changes nothing, because mail scanners open links. */
export const unsubscribePageEndpoint = defineEndpoint('GET /unsubscribe/:token', 'open', {
  params,
  output: 'document',
})

/** Unsubscribes with one click (RFC 8058). The button on the page uses it, too. */
export const unsubscribeEndpoint = defineEndpoint('POST /unsubscribe/:token', 'open', {
  params,
  output: 'document',
  errors: ['body_too_large'],
})
