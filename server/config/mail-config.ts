import { email } from '#contract/accounts.ts'

/**
 * An smtp:// or smtps:// URL; undefined if invalid. Secure means TLS from the first byte; otherwise STARTTLS is
 * used if the server offers it. The default port is 465 or 587.
 */
export function readSmtpServer(text: string) {
  const url = URL.parse(text)
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return undefined
  if (!/^\/?$/.test(url.pathname) || url.search !== '' || url.hash !== '') return undefined
  try {
    const user = decodeURIComponent(url.username)
    const password = decodeURIComponent(url.password)
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? null : Number(url.port),
      secure: url.protocol === 'smtps:',
      login: user === '' ? null : { user, password },
    }
  } catch {
    return undefined
  }
}

/** `Name <address>` or an address; undefined if it is neither. */
export function readMailSender(text: string) {
  const [, name = '', bracketed] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = email.safeParse(bracketed ?? text)
  return address.success ? { name: name.trim(), address: address.data } : undefined
}
