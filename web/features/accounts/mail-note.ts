import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

/** Shown below messages about sent mail if there is no mail server; undefined if there is one. */
export function mailNote(): string | undefined {
  if (readSiteFacts().mail !== 'stored') return undefined
  return 'No mail server is configured. Emails are saved to a folder on the server, where the operator can read them.'
}
