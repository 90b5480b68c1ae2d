import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

/** Said beneath whatever says that a mail was sent, where there is no mail server; undefined where there is one. */
export function mailNote(): string | undefined {
  if (readSiteFacts().mail !== 'stored') return undefined
  return 'No mail server is configured. Emails are saved to a folder on the server, where the operator can read them.'
}
