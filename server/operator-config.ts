import { email } from '#contract/accounts.ts'
import { variable } from './config-variable.ts'

/** A name that both this program and PostgreSQL know; offsets have no daylight saving and other signs there. */
function timeZone(text: string): string | undefined {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

export const operatorVariables = {
  OPERATOR_EMAIL: variable({
    takes: 'an email address',
    purpose:
      'Whom reset links of the administrator are mailed to; without it they are files in DATA_DIR/outbox',
    fallback: 'none',
    read: (text) => {
      const address = email.safeParse(text)
      return address.success ? address.data : undefined
    },
  }),
  TIME_ZONE: variable({
    takes: 'a time zone name, such as Europe/Berlin or UTC',
    purpose: 'Whose days, weeks and months the statistics of the admin area count',
    fallback: 'UTC',
    read: timeZone,
  }),
}
