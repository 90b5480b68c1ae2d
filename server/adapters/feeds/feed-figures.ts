import { mostItems } from './read-feed.ts'

/** Counts of items that were skipped or changed in a feed. */
export const noFigures = {
  items: 0,
  /** Items with neither a title nor a text. */
  empty: 0,
  copies: 0,
  hasMore: false,
  textless: 0,
  /** Of the items without a text (`textless`), the number of items that have a file instead. */
  files: 0,
  undated: 0,
  withoutOwnId: 0,
}
type FeedFigures = typeof noFigures

const whole = new Intl.NumberFormat('en-US')
const some = (count: number, one: string, several: string) =>
  count === 0 ? [] : [`${whole.format(count)} ${count === 1 ? one : several}`]

/** The notes as sentences; none if nothing was skipped or changed. */
export function describeFigures(figures: FeedFigures): string[] {
  const leftOut = [
    ...some(figures.empty, 'has neither a title nor a text', 'have neither a title nor a text'),
    ...some(figures.copies, 'is a copy of another', 'are copies of others'),
  ]
  const file = figures.files === 0 ? '' : `, ${whole.format(figures.files)} of them with a file in its place`
  return [
    ...(leftOut.length === 0
      ? []
      : [`Left out of ${whole.format(figures.items)} items: ${leftOut.join(', ')}.`]),
    ...(figures.hasMore ? [`Only the first ${whole.format(mostItems)} of its items were read.`] : []),
    ...some(figures.textless, 'has', 'have').map((count) => `${count} a title and no text${file}.`),
    ...some(figures.undated, 'has', 'have').map(
      (count) => `${count} no readable date: the day of the first read is used instead.`,
    ),
    ...some(figures.withoutOwnId, 'has', 'have').map(
      (count) => `${count} an unusable or duplicate id; the address or the text identifies them instead.`,
    ),
  ]
}
