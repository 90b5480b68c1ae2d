import { type ReadVariable, variable } from './config-variable.ts'

const onOff = (purpose: string) =>
  variable({
    takes: 'on or off',
    purpose,
    fallback: 'on',
    read: (text) => (text === 'on' || text === 'off' ? text : undefined),
  })

export const deliveryVariables = {
  WATCH_FEEDS: onOff('off: watches have no feeds, and the addresses of existing ones answer 404'),
  WEBHOOKS: onOff('off: watches have no webhooks, and existing ones wait'),
  DIGESTS: onOff('off: no digests are mailed; they need SMTP_URL'),
}

export function readDelivery(read: ReadVariable<typeof deliveryVariables>) {
  return {
    feeds: read('WATCH_FEEDS') !== 'off',
    webhooks: read('WEBHOOKS') !== 'off',
    digests: read('DIGESTS') !== 'off',
  }
}
