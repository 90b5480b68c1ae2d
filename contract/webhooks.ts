import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { requiredLine, uuidOrNone } from './text.ts'
import { findTemplateFault } from './webhook-template.ts'

/** `standard` is Standard Webhooks 1.0.0. `template` is JSON that the owner wrote. */
const webhookFormat = z.enum(['standard', 'slack', 'discord', 'template'], 'Choose a format')
export type WebhookFormat = z.infer<typeof webhookFormat>

const webhook = z.object({
  id: z.string(),
  watchId: z.string(),
  url: z.string(),
  format: webhookFormat,
  template: z.nullable(z.string()),
  createdAt: z.string(),
  /** Null while the webhook is on. */
  off: z.nullable(z.object({ at: z.string(), because: z.enum(['owner', 'gone', 'failed']) })),
  /** While a secret is being replaced, the old one also signs until this time. */
  oldSecretUntil: z.nullable(z.string()),
  waiting: z.int(),
  /** Why the last failed delivery failed. Null if no delivery is pending or has failed. */
  failure: z.nullable(z.string()),
  /** The number of posts above the daily limit, which are only in the watch and its digest. */
  folded: z.int(),
})
export type Webhook = z.infer<typeof webhook>

/** `secret`: shown once. */
const webhookWithSecret = z.object({ webhook, secret: z.string() })

const delivery = z.object({
  id: z.string(),
  /** Null for a test, and for a post that was deleted at its source. */
  title: z.nullable(z.string()),
  test: z.boolean(),
  state: z.enum(['waiting', 'delivered', 'failed', 'removed']),
  tries: z.int(),
  /** The status of the last response; null if there was none. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.string()),
  createdAt: z.string(),
  nextTryAt: z.nullable(z.string()),
})
export type WebhookDelivery = z.infer<typeof delivery>

const mostUrl = limits.webhookUrlCharacters
const url = requiredLine('Enter the address that receives new posts', {
  most: mostUrl,
  tooLong: `An address has at most ${mostUrl} characters`,
  unclean: 'An address is one line of text',
}).check(z.regex(/^https?:\/\/[^\s]+$/iu, 'An address starts with https:// or http://'))

const template = z.string('Write a template').check(
  z.superRefine<string>((text, context) => {
    const fault = findTemplateFault(text)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault, input: text })
  }),
)

const params = z.object({ webhookId: uuidOrNone })

export const listWebhooksEndpoint = defineEndpoint('GET /api/webhooks', 'user', {
  output: z.object({
    /** False if the operator has switched webhooks off. */
    available: z.boolean(),
    most: z.int(),
    webhooks: z.array(webhook),
  }),
})

export const addWebhookEndpoint = defineEndpoint('POST /api/webhooks', 'user', {
  body: z.object({ watchId: uuidOrNone, url, format: webhookFormat, template: z.optional(template) }),
  output: webhookWithSecret,
  errors: ['not_found', 'own_limit', 'switched_off', 'address_refused', 'too_many_attempts'],
})

/** `on: false` pauses the webhook. `on: true` resumes it, even if it was switched off automatically. */
export const changeWebhookEndpoint = defineEndpoint('PATCH /api/webhooks/:webhookId', 'user', {
  params,
  body: z.object({
    url: z.optional(url),
    template: z.optional(template),
    on: z.optional(z.boolean('on is true or false')),
    /** Restores a webhook that was just deleted. */
    deleted: z.optional(z.literal(false)),
  }),
  output: webhook,
  errors: ['not_found', 'address_refused', 'own_limit', 'too_many_attempts'],
})

export const deleteWebhookEndpoint = defineEndpoint('DELETE /api/webhooks/:webhookId', 'user', {
  params,
  output: z.object({ deleted: z.literal(true) }),
  errors: ['not_found'],
})

/**
 * Makes a new secret. Both secrets sign for a day, so that a receiver can change the secret without losing a
 * post. `settings_changed` means that another new secret was made after `basedOn` (409).
 */
export const changeSecretEndpoint = defineEndpoint('POST /api/webhooks/:webhookId/secret', 'user', {
  params,
  query: z.object({
    /** The `oldSecretUntil` that the caller knows. Without it, a secret that was just made is replaced too. */
    basedOn: z.optional(z.union([z.literal('none'), z.iso.datetime()])),
  }),
  output: webhookWithSecret,
  errors: ['not_found', 'settings_changed'],
})

/** Sends an invented post once. */
export const testWebhookEndpoint = defineEndpoint('POST /api/webhooks/:webhookId/test', 'user', {
  params,
  output: delivery,
  errors: ['not_found', 'too_many_attempts', 'switched_off'],
})

/** The last fifty deliveries, newest first. */
export const listDeliveriesEndpoint = defineEndpoint('GET /api/webhooks/:webhookId/deliveries', 'user', {
  params,
  output: z.object({ deliveries: z.array(delivery) }),
  errors: ['not_found'],
})

/** Sends a delivery again with the same id, by which the receiver can recognise it. */
export const replayDeliveryEndpoint = defineEndpoint(
  'POST /api/webhooks/:webhookId/deliveries/:deliveryId/replay',
  'user',
  {
    params: z.object({ webhookId: uuidOrNone, deliveryId: uuidOrNone }),
    output: delivery,
    errors: ['not_found', 'too_many_attempts', 'switched_off'],
  },
)
