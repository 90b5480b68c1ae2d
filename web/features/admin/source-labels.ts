import type { AdminSource } from '#contract/admin-sources.ts'

const kinds: Readonly<Record<AdminSource['kind'], string>> = {
  feed: 'Feed',
  discourse: 'Discourse forum',
  lemmy: 'Lemmy',
  piefed: 'PieFed',
  'hacker-news': 'Hacker News',
  'stack-exchange': 'Stack Exchange',
  github: 'Issues at GitHub',
  reddit: 'Reddit',
  'arctic-shift': 'Arctic Shift',
}

const parts: Readonly<Record<AdminSource['kind'], string>> = {
  feed: 'Parts',
  discourse: 'Categories',
  lemmy: 'Communities',
  piefed: 'Communities',
  'hacker-news': 'Parts',
  'stack-exchange': 'Tags',
  github: 'Labels',
  reddit: 'Communities',
  'arctic-shift': 'Communities',
}

/** What kind of place it is. */
export function kindLabel(kind: AdminSource['kind']): string {
  return kinds[kind]
}

/** What it is divided into. */
export function partsLabel(kind: AdminSource['kind']): string {
  return parts[kind]
}

/** How often a source is read, by hours as a text. */
export const rhythmLabel = {
  1: 'Every hour',
  3: 'Every 3 hours',
  6: 'Every 6 hours',
  12: 'Every 12 hours',
  24: 'Once a day',
  168: 'Once a week',
} as const
