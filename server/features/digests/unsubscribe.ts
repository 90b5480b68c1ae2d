import type { DigestSettingStore } from './digest-setting-store.ts'

export type Unsubscribe = { settings: DigestSettingStore }

const tokenShape = /^[\w-]{43}$/u

/** What a link to unsubscribe leads to. Reading it changes nothing: mail scanners follow links. */
export async function readSubscription(
  { settings }: Unsubscribe,
  token: string,
): Promise<'on' | 'off' | 'unknown'> {
  const found = tokenShape.test(token) ? await settings.findSubscription(token) : null
  if (found === null) return 'unknown'
  return found.isOn ? 'on' : 'off'
}

/** Ends the digests of whoever got a mail with this token. Again is the same. */
export async function unsubscribe({ settings }: Unsubscribe, token: string): Promise<'off' | 'unknown'> {
  return tokenShape.test(token) && (await settings.unsubscribe(token)) ? 'off' : 'unknown'
}
