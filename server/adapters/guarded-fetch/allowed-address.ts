import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { SourceError } from '#server/source-ports.ts'

function networks(kind: 'ipv4' | 'ipv6', list: string): BlockList {
  const found = new BlockList()
  for (const network of list.trim().split(/\s+/u)) {
    const [address = '', bits = ''] = network.split('/')
    found.addSubnet(address, Number(bits), kind)
  }
  return found
}

/** Blocks of IANA's special-purpose registry, addresses of cloud metadata, and multicast. */
const notPublic4 = networks(
  'ipv4',
  `
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  `,
)

/** Special blocks within global unicast: protocols, tunnels and examples. */
const notPublic6 = networks('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')
const globalUnicast = networks('ipv6', '2000::/3')

/**
 * Addresses of cloud metadata services, which return keys. They are refused under every name, even a listed
 * one.
 */
const metadata = {
  ipv4: networks('ipv4', '169.254.0.0/16 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32'),
  ipv6: networks('ipv6', 'fe80::/10 fd00:ec2::/32 fd20:ce::/32'),
}

/** The eight groups of an IPv6 address without a zone. `URL` writes an IPv4 part as groups. */
function groupsOf(address: string): number[] {
  const written = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail = ''] = written.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((one) => Number.parseInt(one, 16)))
  const [before, after] = [groups(head), groups(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address in `::ffff:0:0/96` or the NAT64 prefix `64:ff9b::/96`; null for other addresses. */
function embeddedIpv4(address: string): string | null {
  const groups = groupsOf(address)
  const prefix = groups.slice(0, 6).join()
  if (prefix !== [0, 0, 0, 0, 0, 0xffff].join() && prefix !== [0x64, 0xff9b, 0, 0, 0, 0].join()) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

type Bare = { kind: 'ipv4' | 'ipv6'; address: string }

/**
 * The address without brackets, and as IPv4 if it is mapped. Null for an invalid address, or one with a zone.
 */
function bareAddress(text: string): Bare | null {
  const address = text.replace(/^\[(.*)\]$/u, '$1')
  if (isIP(address) === 4) return { kind: 'ipv4', address }
  if (isIP(address) !== 6 || address.includes('%')) return null
  const embedded = embeddedIpv4(address)
  return embedded === null ? { kind: 'ipv6', address } : { kind: 'ipv4', address: embedded }
}

function isPublicAddress(text: string): boolean {
  const bare = bareAddress(text)
  if (bare === null) return false
  if (bare.kind === 'ipv4') return !notPublic4.check(bare.address, 'ipv4')
  return globalUnicast.check(bare.address, 'ipv6') && !notPublic6.check(bare.address, 'ipv6')
}

/** Whether an address is link-local or belongs to a cloud metadata service. */
function isMetadataAddress(text: string): boolean {
  const bare = bareAddress(text)
  return bare === null || metadata[bare.kind].check(bare.address, bare.kind)
}

/** The address is blocked, or its host could resolve to a blocked one. A retry gets the same result. */
export class AddressRefused extends SourceError {}

/** The response is too long, or its type or compression is not supported. */
export class AnswerRefused extends SourceError {}

/** Private hosts that the operator listed, such as `forum.lan` or `127.0.0.1:8080`. */
export type NamedHosts = readonly string[]

/** Ports of the web. Other ports below 1024 belong to protocols that could read a request as a command. */
const webPorts = new Set([80, 443])
const firstFreePort = 1024
/** Higher ports of other protocols, from the list that browsers block. */
const otherPorts = new Set([1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6679, 6697])

export function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function isNamed(url: URL, named: NamedHosts): boolean {
  return named.some((one) => one === url.hostname || one === `${url.hostname}:${portOf(url)}`)
}

/**
 * Validates the URL before its host is resolved. Throws `AddressRefused`. `URL` has already normalised the
 * host.
 */
export function requireWebAddress(text: string, named: NamedHosts): { url: URL; isNamed: boolean } {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/u.test(url.protocol) || url.hostname === '') {
    throw new AddressRefused('has an address that is not http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused('has an address with a user or a password, which is not accepted')
  }
  if (isNamed(url, named)) return { url, isNamed: true }
  const port = portOf(url)
  const usual = webPorts.has(port) || (port >= firstFreePort && !otherPorts.has(port))
  if (!usual || (port >= 6665 && port <= 6669)) {
    throw new AddressRefused(`has an address with port ${port}, which is not a web port`)
  }
  return { url, isNamed: false }
}

/**
 * Whether an address belongs to this machine. Even if it is public, a firewall may hide the machine's
 * services from the internet.
 */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) => list?.some((one) => one.address === address))
}

/** Throws `AddressRefused` unless a connection to this IP address, to which `host` resolved, is allowed. */
export function requireAllowed(address: string, host: string, named: boolean): void {
  const literal = isIP(host.replace(/^\[(.*)\]$/u, '$1')) !== 0
  if (named && (literal || !isMetadataAddress(address))) return
  if (isPublicAddress(address) && !isOwn(address)) return
  throw new AddressRefused(
    `is at an address of a private network or of this machine (${host}), which is only allowed if PRIVATE_HOSTS lists it`,
  )
}
