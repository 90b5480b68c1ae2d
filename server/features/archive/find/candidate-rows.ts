import {
  type ArchiveQuery,
  type CountableWords,
  countableWords,
  quoted,
} from '#server/matching/archive-query-rules.ts'
import type { KeywordWords, RankedKeyword } from '#server/matching/keyword-rules.ts'
import { closeDistance, type RankingFeatures } from '#server/matching/relevance-rules.ts'

/** A post that may be in an answer, and what ranks it. */
export type Candidate = RankingFeatures & { archiveId: number }

/** What is asked of the posts that may be in an answer. */
export type CandidateQuery = ArchiveQuery & {
  keyword: RankedKeyword
  samples: boolean
  /** Only in these, in lower case; null: in all. */
  communities: readonly string[] | null
}

/** A score band: its index holds the posts that score at least `from` and less than `below`. */
type ScoreBand = { from: number; below: number }

/** How many candidates of each kind at most, the best by score. */
const candidateLimits = { all: 150, exact: 75, partial: 150, meant: 100 }

/**
 * Every band through its own index, best first: the server stops as soon as the limit around it is full. The
 * bounds are written out, or the planner could not match the index. Where an index cannot decide whether it is a
 * phrase the server looks at the post. Within one statement a post stays at its place, which is read sooner than
 * looked up by its id.
 */
function best(
  bands: readonly ScoreBand[],
  words: string,
  { limit, within }: { limit: number; within: string },
): string {
  const each = bands.map(
    ({ from, below }) => `select * from (
        select ctid from archive_posts
        where opportunity_score >= ${from} and opportunity_score < ${below}
          and words @@ ${words}::tsquery and sample = $1${within}
        order by opportunity_score desc, created_at desc limit ${limit}) as band_${from}`,
  )
  return `(select ctid from (${each.join(' union all ')}) as banded limit ${limit})`
}

/** A query without words would be complained of at each search, and no post holds this one. */
const nothing = quoted('=')
const anyOf = (lexemes: readonly string[]) => lexemes.map(quoted).join(' | ') || nothing

/** Which share of them stands there: in the title each counts for a little more, and so does one that is repeated. */
const senseColumn = (words: string, parameter: number) =>
  `ts_rank('{0.8,0.8,0.8,1}', ${words}, $${parameter}::tsquery) as "senseShare"`

/** How the entry of each lexeme begins in a tsvector written as text, up to its places; and that of each form. */
export const entryPrefixes = (
  lexemes: readonly string[],
  forms: readonly string[],
): [places: string[], forms: string[]] => [
  lexemes.map((lexeme) => ` ${quoted(lexeme)}:`),
  forms.map((form) => ` ${quoted(form)} `),
]

/** How many lexemes a row has. Those of words with signs, which repeat what the others say, make no post longer. */
const sizeOf = (words: string) => `length(${words}) - length(ts_filter(${words}, '{b,c}'))`

/** What ranks a row that holds words as posts do, by the parameters that hold `entryPrefixes`. */
export const rankingColumns = (places: string, forms: string) =>
  `opportunity_score as score, ${sizeOf('words')} as size, words_version > 1 as "knowsForms",
  array(select split_part(split_part(listed, prefix, 2), ' ', 1) from unnest(${places}::text[]) as prefix) as places,
  array(select strpos(listed, prefix) > 0 from unnest(${forms}::text[]) as prefix) as "hasForms"`

const askingColumns = `'question' = any(signals) as "isOneOff",
  signals && '{promo,news,advice,market_research}' as "asksNothing"`

/** What of a post ranks it and is no word. */
const postColumns = `archive_posts.id as "archiveId", coalesce(business_share, 0) as business, ${askingColumns},
  hashtext(source || ' ' || community) as community`

/** `$from` and the two behind it are the parameters of `placedValues`. */
const placedColumns = (from: number) =>
  `${postColumns}, ${senseColumn('words', from + 2)}, ${rankingColumns(`$${from}`, `$${from + 1}`)}`

const placedValues = ({ lexemes, forms, senseWords }: KeywordWords) => [
  ...entryPrefixes(lexemes, forms),
  anyOf(senseWords),
]

/**
 * The same of words that are counted, from the parameters of `countedValues`: of each lexeme its rank by its places in
 * the title, and by all of them, which give how many they are (`countOf`). Writing out all words of a post takes ten
 * times as long.
 */
function countedColumns({ lexemes }: CountableWords, forms: number, from: number): string {
  const query = (at: number) => `$${from + at}::tsquery`
  const rank = (weights: string, at: number) => `ts_rank('${weights}', unpacked, ${query(at)})`
  const ranks = lexemes.flatMap((_, at) => [rank('{0,0,1,1}', at), rank('{1,1,1,1}', at)])
  const isOne = lexemes.length === 1
  const others = isOne ? 1 : 4
  const hasForms = Array.from({ length: forms }, (_, at) => `unpacked @@ ${query(others + at)}`)
  return `${postColumns}, opportunity_score as score, ${sizeOf('unpacked')} as size,
    words_version > 1 as "knowsForms", array[${ranks.join(', ')}]::real[] as ranks,
    ${isOne ? 'false' : `unpacked @@ ${query(2)}`} as follow, ${isOne ? 'false' : `unpacked @@ ${query(3)}`} as close,
    array[${hasForms.join(', ')}]::boolean[] as "hasForms", ${senseColumn('unpacked', from + others + forms)}`
}

/** Each lexeme; of two also that they stand so far apart, and that they stand close; each form; all words of the sense. */
function countedValues({ lexemes, distance }: CountableWords, { forms, senseWords }: KeywordWords): string[] {
  const [first = '', second] = lexemes.map(quoted)
  const others = [...forms.map(quoted), anyOf(senseWords)]
  if (second === undefined) return [first, ...others]
  const apart = Array.from({ length: closeDistance(2) + 1 }, (_, words) => words)
  const near = apart.map((words) => `${first} <${words}> ${second} | ${second} <${words}> ${first}`)
  const close = `${first} & ${second} & (${near.join(' | ')})`
  return [first, second, `${first} <${distance}> ${second}`, close, ...others]
}

const businessShares = 'left join archive_communities using (source, community)'

/** Unpacks the words once, not with each look at them: leaving out what is not there copies nothing. */
const wordsUnpacked = "lateral (select ts_delete(words, '') as unpacked offset 0) as unpacked_words"

/** Stands beside the row in the statement's `from`. */
export const wordsAsText = `lateral (select ' ' || words::text || ' ' as listed offset 0) as word_list`

/** The same where $2, which is all that is asked for, is found. */
const wordsAsTextWhereFound = `lateral (select case when words @@ $2::tsquery then ' ' || words::text || ' ' else '' end
  as listed offset 0) as word_list`

const postColumnNames = [
  'archiveId',
  'score',
  'business',
  'isOneOff',
  'asksNothing',
  'community',
  'senseShare',
  'size',
]
const wordColumnNames = { placed: ['places'], counted: ['ranks', 'follow', 'close'] }

/** All candidates in one row, each column as a list: hundreds of rows take longer to be read. */
function asOneRow(kind: keyof typeof wordColumnNames, rows: string): string {
  const names = [...postColumnNames, 'knowsForms', 'hasForms', ...wordColumnNames[kind]]
  return `select ${names.map((name) => `json_agg("${name}") as "${name}"`).join(', ')} from (${rows}) as found`
}

/** The posts that may be in an answer, with what ranks them (`readCandidates`). */
export function candidatesStatement(query: CandidateQuery, bands: readonly ScoreBand[]) {
  const { all, exact, partial, samples, communities, keyword } = query
  // Null where ranking needs the places of the lexemes.
  const countable = countableWords(keyword.terms)
  // Of a single term the words of a post are written out only where it holds the term.
  const isSingleTerm = keyword.terms.length === 1
  const queries = [
    { kind: 'all', words: all, limit: candidateLimits.all },
    { kind: 'exact', words: exact, limit: candidateLimits.exact },
    { kind: 'partial', words: partial, limit: candidateLimits.partial },
  ].filter(({ words }) => words !== '')
  const given = [
    samples,
    ...queries.map(({ words }) => words),
    ...(communities === null ? [] : [communities]),
  ]
  const within = communities === null ? '' : ` and lower(community) = any($${given.length}::text[])`
  const next = given.length + 1
  const features =
    countable === null
      ? {
          name: isSingleTerm ? ' single' : '',
          columns: placedColumns(next),
          kind: 'placed' as const,
          words: isSingleTerm ? wordsAsTextWhereFound : wordsAsText,
          values: placedValues(keyword),
        }
      : {
          name: ` counted ${countable.lexemes.length} ${keyword.forms.length}`,
          columns: countedColumns(countable, keyword.forms.length, next),
          kind: 'counted' as const,
          words: wordsUnpacked,
          values: countedValues(countable, keyword),
        }
  const rows = `select ${features.columns}
    from candidates join archive_posts on archive_posts.ctid = candidates.ctid ${businessShares}, ${features.words}`
  const kinds = queries.map(({ kind }) => kind).join(' ')
  const found = queries.map((one, at) => best(bands, `$${at + 2}`, { limit: one.limit, within }))
  return {
    name: `candidates ${kinds}${communities === null ? '' : ' limited'}${features.name}`,
    text: `with candidates as materialized (${found.join(' union ')})
      ${asOneRow(features.kind, rows)}`,
    values: [...given, ...features.values],
  }
}

/** What is asked of the posts that may be in an answer for what its keyword means (`meaningQuery`). */
export type MeaningQuery = Pick<CandidateQuery, 'keyword' | 'samples' | 'communities'> & { words: string }

/** These posts in one value, null where there are none. $3 and $4: each word for what is meant, anywhere and in the title. */
export function meaningStatement(query: MeaningQuery, bands: readonly ScoreBand[]) {
  const { words, samples, communities, keyword } = query
  const within = communities === null ? '' : ' and lower(community) = any($5::text[])'
  const lexemes = keyword.senseWords.map(quoted)
  return {
    name: `meant${communities === null ? '' : ' limited'}`,
    text: `with candidates as materialized ${best(bands, '$2', { limit: candidateLimits.meant, within })}
      select json_agg(found) as posts from (
        select id as "archiveId", opportunity_score as score, ${sizeOf('unpacked')} as size, ${askingColumns},
          array(select case when unpacked @@ title then -place else place end
            from unnest($3::tsquery[], $4::tsquery[]) with ordinality as sought (word, title, place)
            where unpacked @@ word) as held
        from candidates join archive_posts on archive_posts.ctid = candidates.ctid, ${wordsUnpacked}) as found`,
    values: [
      samples,
      words,
      lexemes,
      lexemes.map((lexeme) => `${lexeme}:A`),
      ...(communities === null ? [] : [communities]),
    ],
  }
}

/** What `candidatesStatement` gives of candidates, of these posts. */
export const featuresStatement = (archiveIds: readonly number[], keyword: KeywordWords) => ({
  name: 'ranking_features',
  text: asOneRow(
    'placed',
    `select ${placedColumns(2)} from archive_posts ${businessShares}, ${wordsAsText} where id = any($1::bigint[])`,
  ),
  values: [archiveIds, ...placedValues(keyword)],
})

/** The most places that PostgreSQL stores of a lexeme. */
const mostPlaces = 256
const single = Math.fround

/**
 * What `ts_rank` gives for a lexeme that stands so often at places of weight 1, and at others of weight 0 behind them:
 * the sum of 1/1, 1/4, 1/9 and so on over its limit, in single precision as there.
 */
const rankSteps = Array.from({ length: mostPlaces }, () => 0).reduce<{ sum: number; steps: number[] }>(
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
    if (rank > ((rankSteps[between] ?? 0) + (rankSteps[between + 1] ?? 2)) / 2) least = between + 1
    else most = between
  }
  return least
}

type Lists<Row> = { [Name in keyof Row]: readonly Row[Name][] }

/** Where words were counted: of each the rank by its places in the title and by all of them. */
type WordRanks = { ranks: readonly number[]; follow: boolean; close: boolean }

/** All columns of all candidates; null where there are none. */
export type CandidateLists = Lists<Omit<Candidate, 'places'>> &
  (Lists<{ places: readonly string[] }> | Lists<WordRanks>)

function readPlaces(lists: CandidateLists, at: number): Candidate['places'] {
  if ('places' in lists) return lists.places[at] ?? []
  const times = (lists.ranks[at] ?? []).map(countOf)
  const counts = Array.from({ length: times.length / 2 }, (_, word) => {
    const title = times[2 * word] ?? 0
    return { title, text: (times[2 * word + 1] ?? 0) - title }
  })
  return { counts, follow: lists.follow[at] === true, close: lists.close[at] === true }
}

export function readCandidates(lists: CandidateLists | { archiveId: null }): Candidate[] {
  if (lists.archiveId === null) return []
  return lists.archiveId.map((archiveId, at) => ({
    archiveId,
    score: lists.score[at] ?? 0,
    business: lists.business[at] ?? 0,
    isOneOff: lists.isOneOff[at] === true,
    asksNothing: lists.asksNothing[at] === true,
    community: lists.community[at] ?? 0,
    senseShare: lists.senseShare[at] ?? 0,
    size: lists.size[at] ?? 0,
    knowsForms: lists.knowsForms[at] === true,
    hasForms: lists.hasForms[at] ?? [],
    places: readPlaces(lists, at),
  }))
}
