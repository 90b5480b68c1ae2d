import type { OwnCollection } from '#contract/own-material.ts'
import { formatCount } from '#web/features/results/coverage-messages.ts'

export function rowLabels(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

export function formatRowCount({ state, rows, failure }: OwnCollection): string {
  if (state === 'failed') return failure ?? 'It could not be read.'
  if (state === 'uploading') return 'Nothing is kept yet'
  return state === 'scoring' ? `${rowLabels(rows)} so far` : rowLabels(rows)
}

/** What of a file is not among the scored rows, as sentences. */
export function problemMessage(collection: OwnCollection): string[] {
  const { otherLanguages, beyondLimit, rejected, rejects } = collection
  const listed = rejects.map(({ line, reason }) => `Line ${formatCount(line)}: ${reason}.`)
  const unlisted = rejected - rejects.length
  return [
    ...(otherLanguages === 0
      ? []
      : [`${rowLabels(otherLanguages)} in other languages than English: kept, not scored.`]),
    ...(beyondLimit === 0 ? [] : [`${rowLabels(beyondLimit)} for which there was no room.`]),
    ...listed,
    ...(unlisted > 0 ? [`${rowLabels(unlisted)} more could not be read.`] : []),
  ]
}
