import { email } from '#contract/accounts.ts'
import { variable } from './config-variable.ts'

/**
 * A zone name that both Node and PostgreSQL know. Plain offsets are refused: they have no daylight saving,
 * and PostgreSQL reads them with the opposite sign.
 */
function timeZone(text: string): string | undefined {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+){0,2}$/.test(text)) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** A name or an address in one line, as shown on the legal pages. */
function oneLine(purpose: string) {
  return variable({
    takes: 'a line of 2 to 200 characters',
    purpose,
    read: (text) => {
      const line = text.trim()
      return line.length >= 2 && line.length <= 200 && !/\p{Cc}/u.test(line) ? line : undefined
    },
  })
}

const onOff = ['on', 'off']

export const operatorVariables = {
  SELF_HOSTED: variable({
    takes: 'on or off',
    purpose: 'on: accounts have no search limit',
    fallback: 'off',
    read: (text) => (onOff.includes(text) ? text : undefined),
  }),
  OPERATOR_NAME: oneLine(
    'Name of the operator on the legal pages; until it is set, these say that it is missing',
  ),
  OPERATOR_ADDRESS: oneLine('Postal address of the operator, in one line, for the legal pages'),
  OPERATOR_EMAIL: variable({
    takes: 'an email address',
    purpose:
      "Recipient of the administrator's reset links (without it they are files in DATA_DIR/outbox), and the contact on the legal and contact pages",
    read: (text) => {
      const address = email.safeParse(text)
      return address.success ? address.data : undefined
    },
  }),
  TIME_ZONE: variable({
    takes: 'a time zone name, such as Europe/Berlin or UTC',
    purpose: 'Time zone of the days, weeks and months in the statistics of the admin area',
    fallback: 'UTC',
    read: timeZone,
  }),
}
