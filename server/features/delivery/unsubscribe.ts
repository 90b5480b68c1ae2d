import type { DigestSettingStore } from './digest-setting-store.ts'

export type Unsubscribe = { settings: DigestSettingStore }

const tokenShape = /^[\w-]{43}$/u

/**
 * The state that the page of an unsubscribe link shows. Reading it changes nothing, because mail scanners
 * open links.
 */
export async function readSubscription(
  { settings }: Unsubscribe,
  token: string,
): Promise<'on' | 'off' | 'unknown'> {
  const found = tokenShape.test(token) ? await settings.findSubscription(token) : null
  if (found === null) return 'unknown'
  return found.isOn ? 'on' : 'off'
}

/**
 * Stops the digests of the person who received the mail with this token. Calling it again changes nothing.
 */
export async function unsubscribe({ settings }: Unsubscribe, token: string): Promise<'off' | 'unknown'> {
  return tokenShape.test(token) && (await settings.unsubscribe(token)) ? 'off' : 'unknown'
}
