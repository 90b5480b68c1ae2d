import {
  type ArchiveQuery,
  type CountableWords,
  countableWords,
  quoted,
} from '#server/matching/archive-query-rules.ts'
import type { KeywordWords, RankedKeyword } from '#server/matching/keyword-rules.ts'
import { closeDistance, type RankingFeatures } from '#server/matching/relevance-rules.ts'
import { limitClauses, type PostLimits } from './post-limit-rows.ts'

/** A post that may be a result, with its ranking features. */
export type Candidate = RankingFeatures & { archiveId: number }

export type CandidateQuery = ArchiveQuery &
  PostLimits & {
    keyword: RankedKeyword
    samples: boolean
  }

/** A score band. Its index contains the posts that score at least `from` and less than `below`. */
type ScoreBand = { from: number; below: number }

/** The maximum number of candidates of each kind, highest scores first. */
export const candidateLimits = { all: 150, exact: 75, partial: 150, meant: 100 }

/**
 * Reads every band through its own index, best first. The server stops as soon as the surrounding limit is
 * reached. The bounds are literals, because only then does the planner match them with the partial index. If
 * an index cannot verify a phrase, the server checks the post itself. Within one statement a post is
 * identified by its ctid, which is faster than the id.
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

/** A query that no post matches, because a query without words would log a notice at each search. */
const nothing = quoted('=')
const anyOf = (lexemes: readonly string[]) => lexemes.map(quoted).join(' | ') || nothing

/**
 * The share of the lexemes that a post contains. A lexeme counts slightly more if it is in the title or
 * repeated.
 */
const senseColumn = (words: string, parameter: number) =>
  `ts_rank('{0.8,0.8,0.8,1}', ${words}, $${parameter}::tsquery) as "senseShare"`

/** How the entry of each lexeme and of each word form begins in a tsvector that is written as text. */
export const entryPrefixes = (
  lexemes: readonly string[],
  forms: readonly string[],
): [places: string[], forms: string[]] => [
  lexemes.map((lexeme) => ` ${quoted(lexeme)}:`),
  forms.map((form) => ` ${quoted(form)} `),
]

/** The number of lexemes of a row. Lexemes of sign words repeat other lexemes, so they are not counted. */
const sizeOf = (words: string) => `length(${words}) - length(ts_filter(${words}, '{b,c}'))`

/** The ranking features of a row with words. The parameters contain `entryPrefixes`. */
export const rankingColumns = (places: string, forms: string) =>
  `opportunity_score as score, ${sizeOf('words')} as size, words_version > 1 as "knowsForms",
  array(select split_part(split_part(listed, prefix, 2), ' ', 1) from unnest(${places}::text[]) as prefix) as places,
  array(select strpos(listed, prefix) > 0 from unnest(${forms}::text[]) as prefix) as "hasForms"`

const askingColumns = `'question' = any(signals) as "isOneOff",
  'solution_request' = any(signals) as "asksForProduct",
  signals && '{promo,news,advice,market_research}' as "asksNothing"`

/** The ranking features of a post apart from its words. */
const postColumns = `archive_posts.id as "archiveId", coalesce(business_share, 0) as business, ${askingColumns},
  hashtext(source || ' ' || community) as community`

/** `$from` and the next two parameters are the `placedValues`. */
const placedColumns = (from: number) =>
  `${postColumns}, ${senseColumn('words', from + 2)}, ${rankingColumns(`$${from}`, `$${from + 1}`)}`

const placedValues = ({ lexemes, forms, senseWords }: KeywordWords) => [
  ...entryPrefixes(lexemes, forms),
  anyOf(senseWords),
]

/**
 * The ranking features with counts of words: for each lexeme the `ts_rank` by title positions and by all
 * positions, from which `countOf` computes the counts. Reading all words of a post would be much slower.
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

/**
 * The parameters: each lexeme; for two lexemes, a query for the phrase and one for both close together; each
 * form; all words of the sense.
 */
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

/** Unpacks the words once instead of at each access: this `ts_delete` returns them unchanged. */
const wordsUnpacked = "lateral (select ts_delete(words, '') as unpacked offset 0) as unpacked_words"

/** The words of a row as text, to be joined to the row in the `from` of a statement. */
export const wordsAsText = `lateral (select ' ' || words::text || ' ' as listed offset 0) as word_list`

/** The words of a row as text; empty if the post lacks $2, the only term. */
const wordsAsTextWhereFound = `lateral (select case when words @@ $2::tsquery then ' ' || words::text || ' ' else '' end
  as listed offset 0) as word_list`

const postColumnNames = [
  'archiveId',
  'score',
  'business',
  'isOneOff',
  'asksNothing',
  'asksForProduct',
  'community',
  'senseShare',
  'size',
]
const wordColumnNames = { placed: ['places'], counted: ['ranks', 'follow', 'close'] }

/** All candidates in one row, with each column as an array, because parsing hundreds of rows takes longer. */
function asOneRow(kind: keyof typeof wordColumnNames, rows: string): string {
  const names = [...postColumnNames, 'knowsForms', 'hasForms', ...wordColumnNames[kind]]
  return `select ${names.map((name) => `json_agg("${name}") as "${name}"`).join(', ')} from (${rows}) as found`
}

/** Selects candidates with their ranking features (`readCandidates`). */
export function candidatesStatement(query: CandidateQuery, bands: readonly ScoreBand[]) {
  const { all, exact, partial, samples, keyword } = query
  // Null if ranking needs the positions of the lexemes.
  const countable = keyword.isTree ? null : countableWords(keyword.terms)
  // With a single term, the words of a post are only read if it contains the term.
  const isSingleTerm = keyword.terms.length === 1
  const queries = [
    { kind: 'all', words: all, limit: candidateLimits.all },
    { kind: 'exact', words: exact, limit: candidateLimits.exact },
    { kind: 'partial', words: partial, limit: candidateLimits.partial },
  ].filter(({ words }) => words !== '')
  const within = limitClauses(query, queries.length + 2)
  const given = [samples, ...queries.map(({ words }) => words), ...within.values]
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
  const found = queries.map((one, at) => best(bands, `$${at + 2}`, { limit: one.limit, within: within.sql }))
  return {
    name: `candidates ${kinds}${within.name}${features.name}`,
    text: `with candidates as materialized (${found.join(' union ')})
      ${asOneRow(features.kind, rows)}`,
    values: [...given, ...features.values],
  }
}

/** The parameters for finding candidates by the sense of the keyword (`meaningQuery`). */
export type MeaningQuery = Pick<CandidateQuery, 'keyword' | 'samples' | keyof PostLimits> & { words: string }

/**
 * The posts in one value, or null if there are none. $3 has a query for each word of the sense, and $4 has a
 * query for each of these words in the title.
 */
export function meaningStatement(query: MeaningQuery, bands: readonly ScoreBand[]) {
  const { words, samples, keyword } = query
  const within = limitClauses(query, 5)
  const lexemes = keyword.senseWords.map(quoted)
  return {
    name: `meant${within.name}`,
    text: `with candidates as materialized ${best(bands, '$2', { limit: candidateLimits.meant, within: within.sql })}
      select json_agg(found) as posts from (
        select id as "archiveId", opportunity_score as score, ${sizeOf('unpacked')} as size, ${askingColumns},
          array(select case when unpacked @@ title then -place else place end
            from unnest($3::tsquery[], $4::tsquery[]) with ordinality as sought (word, title, place)
            where unpacked @@ word) as held
        from candidates join archive_posts on archive_posts.ctid = candidates.ctid, ${wordsUnpacked}) as found`,
    values: [samples, words, lexemes, lexemes.map((lexeme) => `${lexeme}:A`), ...within.values],
  }
}

/** Parses the result of `candidatesStatement`. */
export const featuresStatement = (archiveIds: readonly number[], keyword: KeywordWords) => ({
  name: 'ranking_features',
  text: asOneRow(
    'placed',
    `select ${placedColumns(2)} from archive_posts ${businessShares}, ${wordsAsText} where id = any($1::bigint[])`,
  ),
  values: [archiveIds, ...placedValues(keyword)],
})

/** The maximum number of positions that PostgreSQL stores per lexeme. */
const mostPlaces = 256
const single = Math.fround

/**
 * The `ts_rank` of a lexeme with a number of positions of weight 1, followed by positions of weight 0. It is
 * the sum of 1/1, 1/4, 1/9 and so on, divided by the sum's limit, in single precision as in PostgreSQL.
 */
const rankSteps = Array.from({ length: mostPlaces }, () => 0).reduce<{ sum: number; steps: number[] }>(
  ({ sum, steps }, _, at) => {
    const next = single(sum + single(1 / single((at + 1) ** 2)))
    return { sum: next, steps: [...steps, single(single(single(1 + next) - 1) / 1.64493406685)] }
  },
  { sum: 0, steps: [0] },
).steps

/**
 * The number of positions of a lexeme, from its `ts_rank`. The values for two successive numbers differ in
 * single precision.
 */
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

/** The `ts_rank` of each counted word, by title positions and by all positions. */
type WordRanks = { ranks: readonly number[]; follow: boolean; close: boolean }

/** All columns of all candidates, or null if there are none. */
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
    asksForProduct: lists.asksForProduct[at] === true,
    community: lists.community[at] ?? 0,
    senseShare: lists.senseShare[at] ?? 0,
    size: lists.size[at] ?? 0,
    knowsForms: lists.knowsForms[at] === true,
    hasForms: lists.hasForms[at] ?? [],
    places: readPlaces(lists, at),
  }))
}
