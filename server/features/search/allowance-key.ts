import { createHmac } from 'node:crypto'

/** Where dots in front of the @ mean nothing. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/** One spelling for the addresses that reach one mailbox: without case, `+tag` and, at Google, dots. */
export function foldAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = email.slice(0, at).toLowerCase()
  const untagged = local.replace(/(?<=.)\+.*$/u, '')
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** Names the allowance of an address without naming the address: who lacks the secret cannot try addresses out. */
export type AllowanceKey = (email: string) => string

export function makeAllowanceKey(secret: string): AllowanceKey {
  const key = createHmac('sha256', secret).update('free allowance').digest()
  return (email) => createHmac('sha256', key).update(foldAddress(email)).digest('base64url')
}
