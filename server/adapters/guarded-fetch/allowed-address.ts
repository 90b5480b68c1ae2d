import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { SourceError } from '#server/ports.ts'
import { isMetadataAddress, isPublicAddress } from './public-address.ts'

/** The address leads, or could lead, to where this installation does not ask. Another try gets the same answer. */
export class AddressRefused extends SourceError {}

/** The answer is longer, of another type or packed in another way than we take. */
export class AnswerRefused extends SourceError {}

/** Hosts of one's own network that the operator named, such as `forum.lan` or `127.0.0.1:8080`. */
export type NamedHosts = readonly string[]

/** Ports of the web; other ports below 1024 belong to protocols that could read a request as a command. */
const webPorts = new Set([80, 443])
const firstFreePort = 1024
/** Above it and still other protocols': of the ports that browsers refuse. */
const otherPorts = new Set([1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697])

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function isNamed(url: URL, named: NamedHosts): boolean {
  return named.some((one) => one === url.hostname || one === `${url.hostname}:${portOf(url)}`)
}

/** The address as one that may be resolved; throws `AddressRefused`. URL has evened out how a host is written. */
export function requireWebAddress(text: string, named: NamedHosts): { url: URL; isNamed: boolean } {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol) || url.hostname === '') {
    throw new AddressRefused('has an address that is not http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('has an address with a user or a password in it, which is not taken')
  }
  if (isNamed(url, named)) return { url, isNamed: true }
  const port = portOf(url)
  const usual = webPorts.has(port) || (port >= firstFreePort && !otherPorts.has(port))
  if (!usual || (port >= 6665 && port <= 6669)) {
    throw new AddressRefused(`has an address with port ${port}, which is not one of the web`)
  }
  return { url, isNamed: false }
}

/** This machine has public addresses too, at which it listens to more than the internet may see. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address))
}

/** Throws `AddressRefused` unless this IP address, to which `host` led, may be connected to. */
export function requireAllowed(address: string, host: string, named: boolean): void {
  const literal = isIP(host.replace(/^\[(.*)\]$/u, '$1')) !== 0
  if (named && (literal || !isMetadataAddress(address))) return
  if (isPublicAddress(address) && !isOwn(address)) return
  throw new AddressRefused(
    `is at an address of a private network or of this machine (${host}), which is asked only when PRIVATE_HOSTS names it`,
  )
}
