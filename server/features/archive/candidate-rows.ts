import type { HeldWords } from './relevance-rules.ts'

/** A post that may be in an answer, and what ranks it. */
export type Candidate = HeldWords & { archiveId: number }

/** Every column of all candidates in one value: hundreds of rows take three times as long to be read. */
export type PackedCandidates = {
  id: string | null
  score: string
  business: string
  isOneOff: string
  asksNothing: string
  community: string
  senseShare: string
  size: string
  knowsForms: string
  hasForms: string
} & ({ ranks: string; follow: string; close: string } | { places: string })

const pack = (name: string, value = `"${name}"::text`) => `string_agg(${value}, ';') as "${name}"`
const packLists = (name: string, between: string) => pack(name, `array_to_string("${name}", '${between}')`)

const packed = [
  'id',
  'score',
  'business',
  'isOneOff',
  'asksNothing',
  'community',
  'senseShare',
  'size',
  'knowsForms',
]
  .map((name) => pack(name))
  .concat(packLists('hasForms', ','))

/** What to select of the rows of candidates: of words that are counted the ranks, of others the places. */
export const packedColumns = {
  counted: [...packed, packLists('ranks', ','), pack('follow'), pack('close')].join(', '),
  placed: [...packed, packLists('places', '|')].join(', '),
}

const listOf = (written: string, between: string) => (written === '' ? [] : written.split(between))

/** The most places that PostgreSQL stores of a lexeme. */
const mostPlaces = 256
const single = Math.fround

/**
 * What `ts_rank` gives for a lexeme that stands so often at places of weight 1, and at others of weight 0 behind them:
 * the sum of 1/1, 1/4, 1/9 and so on over its limit, in single precision as there.
 */
const ranks = Array.from({ length: mostPlaces }, () => 0).reduce<{ sum: number; steps: number[] }>(
  ({ sum, steps }, _, at) => {
    const next = single(sum + single(1 / single((at + 1) ** 2)))
    return { sum: next, steps: [...steps, single(single(single(1 + next) - 1) / 1.64493406685)] }
  },
  { sum: 0, steps: [0] },
).steps

/** How often a lexeme stands there, by its `ts_rank`; each step is distinct from the next by single precision. */
export function countOf(rank: number): number {
  let [least, most] = [0, mostPlaces]
  while (least < most) {
    const between = (least + most) >> 1
    if (rank > ((ranks[between] ?? 0) + (ranks[between + 1] ?? 2)) / 2) least = between + 1
    else most = between
  }
  return least
}

/** Of each word the rank by its places in the title and by all of them. */
function countsOf(ranks: string) {
  const counts = ranks.split(',').map((rank) => countOf(Number(rank)))
  return Array.from({ length: counts.length / 2 }, (_, at) => {
    const title = counts[2 * at] ?? 0
    return { title, text: (counts[2 * at + 1] ?? 0) - title }
  })
}

function readPlaces(row: PackedCandidates): (at: number) => HeldWords['places'] {
  if ('places' in row) {
    const places = row.places.split(';')
    return (at) => (places[at] ?? '').split('|')
  }
  const [ranks, follow, close] = [row.ranks, row.follow, row.close].map((column) => column.split(';'))
  return (at) => ({
    counts: countsOf(ranks?.[at] ?? ''),
    follow: follow?.[at] === 'true',
    close: close?.[at] === 'true',
  })
}

export function readCandidates(row: PackedCandidates): Candidate[] {
  if (row.id === null) return []
  const numbers = (column: string) => column.split(';').map(Number)
  const [scores, businesses, communities, senseShares, sizes] = [
    row.score,
    row.business,
    row.community,
    row.senseShare,
    row.size,
  ].map(numbers)
  const [oneOffs, nothingAsked, knowForms, haveForms] = [
    row.isOneOff,
    row.asksNothing,
    row.knowsForms,
    row.hasForms,
  ].map((column) => column.split(';'))
  const placesAt = readPlaces(row)
  return numbers(row.id).map((archiveId, at) => ({
    archiveId,
    score: scores?.[at] ?? 0,
    business: businesses?.[at] ?? 0,
    isOneOff: oneOffs?.[at] === 'true',
    asksNothing: nothingAsked?.[at] === 'true',
    community: communities?.[at] ?? 0,
    senseShare: senseShares?.[at] ?? 0,
    size: sizes?.[at] ?? 0,
    knowsForms: knowForms?.[at] === 'true',
    hasForms: listOf(haveForms?.[at] ?? '', ',').map((has) => has === 't'),
    places: placesAt(at),
  }))
}
