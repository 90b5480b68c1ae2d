import type { DigestSettingStore } from './digest-setting-store.ts'

export type Unsubscribe = { settings: DigestSettingStore }

const tokenShape = /^[\w-]{43}$/u

/**
 * What the page behind an unsubscribe link shows. Opening it changes nothing, because mail scanners follow
 * links.
 */
export async function readSubscription(
  { settings }: Unsubscribe,
  token: string,
): Promise<'on' | 'off' | 'unknown'> {
  const found = tokenShape.test(token) ? await settings.findSubscription(token) : null
  if (found === null) return 'unknown'
  return found.isOn ? 'on' : 'off'
}

/** Stops the digests of the person whose mail contained this token. Repeating it changes nothing. */
export async function unsubscribe({ settings }: Unsubscribe, token: string): Promise<'off' | 'unknown'> {
  return tokenShape.test(token) && (await settings.unsubscribe(token)) ? 'off' : 'unknown'
}
