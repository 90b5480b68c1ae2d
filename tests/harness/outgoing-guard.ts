import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

// Loaded into the product before all other code: reports and refuses each name lookup and each connection
// that leaves this machine.

/** The product then prints this text. */
export const outgoingMark = 'Outgoing connection to'

const refuse = (target: string): Error => {
  process.stderr.write(`${outgoingMark} ${target}\n`)
  return Object.assign(new Error('Tests connect to this machine alone.'), { code: 'ENOTFOUND' })
}

type Target = { host?: string | null; port?: number | string | null; path?: string | null }

function targetOf(given: unknown[]): Target {
  // `net.connect` passes its arguments as one array that it has normalised.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as unknown[]) : given
  if (typeof first === 'object' && first !== null) return first
  if (typeof first === 'string' && !/^\d+$/u.test(first)) return { path: first }
  return { port: first as number, host: typeof second === 'string' ? second : 'localhost' }
}

const isHere = (host: string) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/u.test(host)
const isAddress = (host: string) => /^[\d.]+$|:/u.test(host)

// oxlint-disable-next-line typescript/unbound-method -- called with the socket as `this`
const { connect } = Socket.prototype
Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
  const { host, port, path } = targetOf(given)
  if (typeof path === 'string' || isHere(host ?? 'localhost'))
    return (connect as (...args: unknown[]) => Socket).apply(this, given)
  const error = refuse(`${host}:${port}`)
  // The caller adds its error listener only after this call.
  process.nextTick(() => this.destroy(error))
  return this
} as typeof connect

const { lookup } = dns
const { lookup: lookupPromised } = dns.promises
dns.lookup = ((host: string, ...rest: unknown[]) => {
  if (isHere(host) || isAddress(host)) return (lookup as (...given: unknown[]) => void)(host, ...rest)
  const done = rest.at(-1) as (error: Error) => void
  process.nextTick(() => done(refuse(host)))
}) as typeof lookup
dns.promises.lookup = (async (host: string, ...rest: unknown[]) => {
  if (isHere(host) || isAddress(host))
    return (lookupPromised as (...given: unknown[]) => Promise<unknown>)(host, ...rest)
  throw refuse(host)
}) as typeof lookupPromised
for (const query of ['resolve4', 'resolve6'] as const) {
  dns.promises.Resolver.prototype[query] = async (host: string) => {
    throw refuse(host)
  }
}
syncBuiltinESMExports()
