export type Variable<T> = {
  /** The accepted values, as worded in docs/settings.md and in the error. */
  takes: string
  purpose: string
  /** The default value as shown in the docs. */
  fallback: string
  /** Returns undefined for an invalid value. */
  read: (text: string) => T | undefined
}

export function variable<T>(value: Omit<Variable<T>, 'fallback'> & { fallback?: string }): Variable<T> {
  return { fallback: 'none', ...value }
}

export function wholeNumber(from: number, to: number): (text: string) => number | undefined {
  return (text) => {
    const value = Number(text)
    return /^\d{1,9}$/.test(text) && value >= from && value <= to ? value : undefined
  }
}

/** A credential from a provider: printable, without spaces. */
export function clientKey(purpose: string) {
  return variable({
    takes: 'at most 300 printable characters without spaces',
    purpose,
    read: (text) => (/^[\x21-\x7e]{1,300}$/.test(text) ? text : undefined),
  })
}

/** The URL of a provider. Plain http would expose credentials, so it is only allowed for this machine. */
export function providerAddress(purpose: string, fallback: string) {
  return variable({
    takes: 'an https address without a query, or an http one of this machine (127.0.0.1, [::1], localhost)',
    purpose,
    fallback,
    read: (text) => {
      const url = URL.parse(text)
      const secure = /^(https:\/\/|http:\/\/(127\.0\.0\.1|\[::1\]|localhost)[:/])/.test(url?.href ?? '')
      const plain = url !== null && url.search === '' && url.hash === '' && url.username === ''
      return secure && plain ? text : undefined
    },
  })
}

/** Comma-separated values without duplicates (case-insensitive); undefined if one is invalid. */
export function commaList(most: number, readPart: (part: string) => string | undefined) {
  return (text: string): string[] | undefined => {
    const parts = text.split(',').map((part) => readPart(part.trim()))
    const known = parts.filter((part) => part !== undefined)
    const distinct = [...new Map(known.map((part) => [part.toLowerCase(), part])).values()]
    return known.length === parts.length && distinct.length <= most ? distinct : undefined
  }
}

/** Names of communities, with or without Reddit's `r/`. */
export function communityList(most: number, named: RegExp, about: { purpose: string; fallback?: string }) {
  return variable({
    takes: `at most ${most} names separated by commas, such as smallbusiness,r/sysadmin`,
    ...about,
    read: commaList(most, (part) => {
      const name = part.replace(/^\/?r\//, '')
      return named.test(name) ? name : undefined
    }),
  })
}

/** URLs chosen by the operator. Each request checks whether the address is allowed. */
export function addressList(most: number, example: string, purpose: string) {
  return variable({
    takes: `at most ${most} http(s) addresses separated by spaces, such as ${example}`,
    purpose,
    read: (text) => {
      const urls = text
        .trim()
        .split(/\s+/)
        .map((part) => URL.parse(part))
      const addresses = urls.flatMap((url) => {
        if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return []
        return [url.href.replace(/#.*/, '')]
      })
      return addresses.length === urls.length && urls.length <= most ? [...new Set(addresses)] : undefined
    },
  })
}

/** An environment variable is invalid. The message is one line for the operator. */
export class ConfigError extends Error {}

/** Reads one of these variables; null if it is not set. */
export type ReadVariable<Variables> = <Name extends keyof Variables>(
  name: Name,
) => (Variables[Name] extends Variable<infer Value> ? Value : never) | null

const listed = (names: readonly string[]) => `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'}`

/** Reads variables that are only useful together. Null if none is set; throws if only some are set. */
export function readTogether<Name extends string>(
  read: (name: Name) => string | null,
  names: readonly Name[],
): string[] | null {
  const values = names.map(read)
  const missing = names.filter((_, at) => !values[at])
  if (missing.length === names.length) return null
  if (missing.length === 0) return values.filter((value) => value !== null)
  const set = names.filter((name) => !missing.includes(name))
  const all = names.length === 2 ? 'both, or neither' : 'all three, or none'
  throw new ConfigError(`${listed(set)} set, but ${listed(missing)} not. Set ${all}.`)
}
