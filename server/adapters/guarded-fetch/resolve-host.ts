import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

/** `isNamed`: the operator has listed the host. */
export type Resolve = (
  host: string,
  how: { isNamed: boolean; signal: AbortSignal },
) => Promise<readonly LookupAddress[]>

const queryMs = 2000
const tries = 2

/** The codes of failed queries, as the system's resolver would report them. */
const systemCodes: Partial<Record<string, string>> = { ENOTFOUND: 'ENOTFOUND', ENODATA: 'ENOTFOUND' }

function asSystemError(error: unknown): Error {
  const { code = '' } = (error ?? {}) as { code?: string }
  return Object.assign(new Error('The name of the host could not be looked up', { cause: error }), {
    code: systemCodes[code] ?? 'EAI_AGAIN',
  })
}

/** The IPv4 and then the IPv6 addresses of a host, from its name servers. */
async function queryAddresses(host: string, signal: AbortSignal, servers: readonly string[] | undefined) {
  const resolver = new Resolver({ timeout: queryMs, tries })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (found.length > 0) return found
    throw asSystemError(four.status === 'rejected' ? four.reason : null)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Names that no name server of the internet answers for. */
const isLocal = (host: string) => !host.includes('.') || /\.localhost\.?$/iu.test(host)

/**
 * Resolves the hosts of addresses that people enter. Throws an error with the code `ENOTFOUND` or `EAI_AGAIN`.
 *
 * The system's resolver occupies one of a few threads until the name server answers, so that slow name servers
 * would delay the lookups of other people. It is used only for hosts that the operator has listed, which may be
 * in a hosts file, and for local names.
 *
 * `servers` replaces the configured name servers.
 */
export function hostResolver(servers?: readonly string[]): Resolve {
  return (host, { isNamed, signal }) =>
    isNamed || isLocal(host)
      ? lookup(host, { all: true, verbatim: true })
      : queryAddresses(host, signal, servers)
}
