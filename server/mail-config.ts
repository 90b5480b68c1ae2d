import { email } from '#contract/accounts.ts'

export type SmtpServer = {
  host: string
  /** Null: 465 with TLS from the start, 587 otherwise. */
  port: number | null
  /** TLS from the first byte; otherwise it is used as soon as the server offers it. */
  secure: boolean
  login: { user: string; password: string } | null
}

/** An smtp:// or smtps:// address; undefined when it is none. */
export function readSmtpServer(text: string): SmtpServer | undefined {
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

export type MailSender = { name: string; address: string }

/** `Name <address>` or an address; undefined when it is neither. */
export function readMailSender(text: string): MailSender | undefined {
  const [, name = '', bracketed] = /^([^<>"\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = email.safeParse(bracketed ?? text)
  return address.success ? { name: name.trim(), address: address.data } : undefined
}
