import { useEffect, useState } from 'react'
import type { SourceCoverage } from '#contract/search.ts'
import { parseJson } from '#web/api-client.ts'
import { storedText } from '#web/device-storage.ts'

/** For each source with an outage, the token of the results that were the first to show the outage. */
type ToldOutages = Readonly<Record<string, string>>

const device = storedText('unmet.outages')

function readTold(): ToldOutages {
  const told = parseJson(device.read() ?? '')
  return typeof told === 'object' && told !== null ? (told as ToldOutages) : {}
}

/**
 * Called after results are shown. An outage belongs to the first results that show it, and ends when the
 * source answers.
 */
export function noteOutages(
  told: ToldOutages,
  answer: string,
  coverage: readonly SourceCoverage[],
): ToldOutages {
  const covered = new Set(coverage.map(({ source }) => source))
  const others = Object.entries(told).filter(([source]) => !covered.has(source))
  const failed = coverage.filter((one) => one.failed !== null)
  const known = new Map(Object.entries(told))
  return Object.fromEntries([
    ...others,
    ...failed.map(({ source }) => [source, known.get(source) ?? answer] as const),
  ])
}

/** Sources whose outage this browser has shown before. None during hydration. */
export function useToldOutages(answer: string, coverage: readonly SourceCoverage[]): ReadonlySet<string> {
  const [earlier, setEarlier] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const told = noteOutages(readTold(), answer, coverage)
    device.keep(Object.keys(told).length === 0 ? null : JSON.stringify(told))
    setEarlier(new Set(Object.keys(told).filter((source) => told[source] !== answer)))
  }, [answer, coverage])
  return earlier
}
