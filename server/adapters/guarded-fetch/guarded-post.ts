import { AddressRefused, type NamedHosts, requireWebAddress } from './allowed-address.ts'
import { fixedLookup, resolveChecked, sendRequest } from './guarded-fetch.ts'
import { hostResolver, type Resolve } from './resolve-host.ts'

type GuardedPost = {
  body: string
  headers: Readonly<Record<string, string>>
  /** Aborts the call. The call has no timeout of its own, so this signal has to abort. */
  signal: AbortSignal
}

/**
 * A POST to a URL that people entered, with the checks of `guardedFetch` before each call. Redirects are not
 * followed, and the body of the answer is not read. Throws `AddressRefused`, the signal's reason, or a
 * network error.
 */
export function guardedPost({ named, resolve = hostResolver() }: { named: NamedHosts; resolve?: Resolve }) {
  async function resolveAllowed(address: string, signal: AbortSignal) {
    const { url, isNamed } = requireWebAddress(address, named)
    return { url, lookup: fixedLookup(await resolveChecked({ url, isNamed }, resolve, signal)) }
  }
  return {
    async post(address: string, { body, headers, signal }: GuardedPost) {
      const checked = await resolveAllowed(address, signal)
      const message = await sendRequest(checked, { method: 'POST', body, headers, signal })
      const { statusCode: status = 0, headers: answered } = message
      message.destroy()
      return { status, retryAfter: answered['retry-after'] ?? null }
    },
    /**
     * Throws `AddressRefused` for an address that must not be called. An address is accepted if its host
     * cannot be resolved at the moment.
     */
    async check(address: string, signal: AbortSignal): Promise<void> {
      await resolveAllowed(address, signal).catch((error: unknown) => {
        if (error instanceof AddressRefused) throw error
      })
    },
  }
}
