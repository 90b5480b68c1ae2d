import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { requireAllowed } from './allowed-address.ts'

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

/** As the machine itself resolves names. */
export const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true })

/** The addresses of a URL's host, each of them allowed; one that is not refuses all. */
export async function resolveChecked(
  url: URL,
  isNamed: boolean,
  resolve: Resolve,
): Promise<readonly LookupAddress[]> {
  const host = url.hostname.replace(/^\[(.*)\]$/u, '$1')
  const family = isIP(host)
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }]
  for (const { address } of addresses) requireAllowed(address, url.hostname, isNamed)
  return addresses
}

/** A `lookup` for a connection that knows only what was checked: no second question, no other answer. */
export function fixedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (first === undefined) done(new Error('The name has no address'), '')
    else if (options.all === true) done(null, [...addresses])
    else done(null, first.address, first.family)
  }
}
