import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** `isNamed`: the operator has listed the host. */
export type Resolve = (
  host: string,
  how: { isNamed: boolean; signal: AbortSignal },
) => Promise<readonly LookupAddress[]>

const queryMs = 2000
const tries = 2

const isMissing = ({ code }: { code?: string }) => code === 'ENOTFOUND' || code === 'ENODATA'

/** The error that the system's resolver would throw. A host is missing only if it has no address of either family. */
function toSystemError(reasons: readonly { code?: string }[]): Error {
  const code = reasons.every(isMissing) ? 'ENOTFOUND' : 'EAI_AGAIN'
  return Object.assign(new Error(`The host could not be resolved: ${code}`, { cause: reasons[0] }), { code })
}

/** The IPv4 and then the IPv6 addresses of a host, from its name servers. */
async function queryAddresses(host: string, signal: AbortSignal, servers: readonly string[] | undefined) {
  const resolver = new Resolver({ timeout: queryMs, tries })
  if (servers !== undefined) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const outcomes = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    const found = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))
    if (found.length > 0) return found.map((address) => ({ address, family: isIP(address) }))
    throw toSystemError(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : [])))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Names that no name server of the internet answers for. */
const isLocal = (host: string) => /^[^.]+\.?$|\.localhost\.?$/iu.test(host)

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
