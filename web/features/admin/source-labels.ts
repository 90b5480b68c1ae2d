import type { AdminSource } from '#contract/admin-sources.ts'

/** What kind of place it is. */
export const kindLabels: Readonly<Record<AdminSource['kind'], string>> = {
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

/** What it is divided into. */
export const partsLabels: Readonly<Record<AdminSource['kind'], string>> = {
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

/** How often a source is read, by hours as a text. */
export const rhythmLabel = {
  1: 'Every hour',
  3: 'Every 3 hours',
  6: 'Every 6 hours',
  12: 'Every 12 hours',
  24: 'Once a day',
  168: 'Once a week',
} as const
