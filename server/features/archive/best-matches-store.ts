import type { QueryConfig } from 'pg'
import { bandsBetween } from '#server/database/schema.ts'
import { type CountedWords, quoted } from './archive-query-rules.ts'
import { packedColumns } from './candidate-rows.ts'
import { closeDistance } from './relevance-rules.ts'

/** What is asked of the posts that may be in an answer; tsqueries, '' asks for nothing. */
export type CandidateQuery = {
  all: string
  exact: string
  most: string
  samples: boolean
  /** Only in these, in lower case; null: in all. */
  communities: readonly string[] | null
  /** What is read of each candidate: the places of these lexemes, and whether it has those forms. */
  lexemes: readonly string[]
  forms: readonly string[]
  /** How often these stand there, where that is enough. */
  counted: CountedWords | null
  /** One word or phrase: a post without it is read as one that holds none of its words. */
  lone: boolean
  /** Lexemes for what the keyword means. */
  senseWords: readonly string[]
}

/** The most candidates of each kind, the best by score. */
const mostCandidates = { all: 150, exact: 75, most: 150 }

/**
 * In the forms that are read soonest: lists and instants of a hundred rows take longer than all else of them. Rows of a
 * version before excerpts had columns bring their summaries.
 */
export const postsByIdStatement = `select id, source, source_id as "sourceId", community, title, url, upvotes, comments,
    date_part('epoch', created_at) * 1000 as "createdMs", sample, opportunity_score as "opportunityScore",
    scorer_version as "scorerVersion", array_to_string(signals, ',') as signals, persona, excerpt,
    excerpt_start as "excerptStart", text_characters as "textCharacters", reason, attribution::json as attribution,
    case when excerpt is null then card end as summary
  from posts where id = any($1::bigint[])`

const bands = bandsBetween(0, 100)

/**
 * Every band through its own index, best first: the server stops as soon as the limit around it is full. The
 * bounds are written out, or the planner could not match the index. Where an index cannot decide whether it is a
 * phrase the server looks at the post. Within one statement a post stays at its place, which is read sooner than
 * looked up by its id.
 */
function best(words: string, most: number, within: string): string {
  const each = bands.map(
    ({ from, below }) => `select * from (
        select ctid from posts
        where opportunity_score >= ${from} and opportunity_score < ${below}
          and words @@ ${words}::tsquery and sample = $1${within}
        order by opportunity_score desc, created_at desc limit ${most}) as band_${from}`,
  )
  return `(select ctid from (${each.join(' union all ')}) as banded limit ${most})`
}

/** A query without words would be complained of at each search, and no post holds this one. */
const nothing = quoted('=')
const anyOf = (lexemes: readonly string[]) => lexemes.map(quoted).join(' | ') || nothing

/** Which share of them stands there: in the title each counts for a little more, and so does one that is repeated. */
const senseColumn = (words: string, parameter: number) =>
  `ts_rank('{0.8,0.8,0.8,1}', ${words}, $${parameter}::tsquery) as "senseShare"`

/**
 * What ranks a row that holds words as posts do, from `leadsOf`. Before a lexeme's places in the text of a tsvector
 * stands the lexeme, quoted, and a colon.
 */
export const heldColumns = (places: string, forms: string) =>
  `opportunity_score as score, length(words) as size, words_version > 1 as "knowsForms",
  array(select split_part(split_part(listed, lead, 2), ' ', 1) from unnest(${places}::text[]) as lead) as places,
  array(select strpos(listed, lead) > 0 from unnest(${forms}::text[]) as lead) as "hasForms"`

/** What of a post ranks it and is no word. */
const rankedBy = `posts.id, coalesce(business_share, 0) as business, 'question' = any(signals) as "isOneOff",
  signals && '{promo,news,advice,market_research}' as "asksNothing", hashtext(source || ' ' || community) as community`

/** `$from` and the two behind it are the parameters of `askPlaces`. */
const heldWords = (from: number) =>
  `${rankedBy}, ${senseColumn('words', from + 2)},
    ${heldColumns(`$${from}`, `$${from + 1}`)}`

const askPlaces = ({
  lexemes,
  forms,
  senseWords,
}: Pick<CandidateQuery, 'lexemes' | 'forms' | 'senseWords'>) => [
  ...leadsOf(lexemes, forms),
  anyOf(senseWords),
]

/**
 * The same of words that are counted, from the parameters of `askCounted`: of each lexeme its rank by its places in the
 * title, and by all of them, which give how many they are (`countOf`). Writing out all words of a post takes ten times
 * as long.
 */
function countedColumns({ lexemes }: CountedWords, forms: number, from: number): string {
  const query = (at: number) => `$${from + at}::tsquery`
  const rank = (weights: string, at: number) => `ts_rank('${weights}', held, ${query(at)})`
  const ranks = lexemes.flatMap((_, at) => [rank('{0,0,0,1}', at), rank('{1,1,1,1}', at)])
  const isOne = lexemes.length === 1
  const others = isOne ? 1 : 4
  const hasForms = Array.from({ length: forms }, (_, at) => `held @@ ${query(others + at)}`)
  return `${rankedBy}, opportunity_score as score, length(held) as size,
    words_version > 1 as "knowsForms", array[${ranks.join(', ')}]::real[] as ranks,
    ${isOne ? 'false' : `held @@ ${query(2)}`} as follow, ${isOne ? 'false' : `held @@ ${query(3)}`} as close,
    array[${hasForms.join(', ')}]::boolean[] as "hasForms", ${senseColumn('held', from + others + forms)}`
}

/** Unpacks the words once, not with each look at them: leaving out what is not there copies nothing. */
const heldOnce = `left join archive_communities using (source, community),
  lateral (select ts_delete(words, '') as held offset 0) as unpacked`

/** Each lexeme; of two also that they stand so far apart, and that they stand close; each form; all words of the sense. */
function askCounted({ lexemes, distance }: CountedWords, { forms, senseWords }: CandidateQuery): string[] {
  const [first = '', second] = lexemes.map(quoted)
  const others = [...forms.map(quoted), anyOf(senseWords)]
  if (second === undefined) return [first, ...others]
  const apart = Array.from({ length: closeDistance(2) + 1 }, (_, words) => words)
  const near = apart.map((words) => `${first} <${words}> ${second} | ${second} <${words}> ${first}`)
  const close = `${first} & ${second} & (${near.join(' | ')})`
  return [first, second, `${first} <${distance}> ${second}`, close, ...others]
}

/** Stands beside the row in the statement's `from`. */
export const wordsAsText = `lateral (select ' ' || words::text || ' ' as listed offset 0) as word_list`

/** The same where $2, which is all that is asked for, is found. */
const wordsAsTextWhereFound = `lateral (select case when words @@ $2::tsquery then ' ' || words::text || ' ' else '' end
  as listed offset 0) as word_list`

const besidePosts = `left join archive_communities using (source, community), ${wordsAsText}`

/** What stands before each lexeme's places, and what shows each form. */
export const leadsOf = (
  lexemes: readonly string[],
  forms: readonly string[],
): [places: string[], forms: string[]] => [
  lexemes.map((lexeme) => ` ${quoted(lexeme)}:`),
  forms.map((form) => ` ${quoted(form)} `),
]

/** The posts that may be in an answer, with what ranks them, packed (`readCandidates`). */
export function candidatesStatement(asking: CandidateQuery): QueryConfig {
  const { all, exact, most, samples, communities, forms, counted, lone } = asking
  const queries = [
    { kind: 'all', words: all, limit: mostCandidates.all },
    { kind: 'exact', words: exact, limit: mostCandidates.exact },
    { kind: 'most', words: most, limit: mostCandidates.most },
  ].filter(({ words }) => words !== '')
  const asked = [
    samples,
    ...queries.map(({ words }) => words),
    ...(communities === null ? [] : [communities]),
  ]
  const within = communities === null ? '' : ` and lower(community) = any($${asked.length}::text[])`
  const next = asked.length + 1
  const details =
    counted === null
      ? {
          name: lone ? ' lone' : '',
          packed: packedColumns.placed,
          columns: heldWords(next),
          beside: `left join archive_communities using (source, community), ${lone ? wordsAsTextWhereFound : wordsAsText}`,
          values: askPlaces(asking),
        }
      : {
          name: ` counted ${counted.lexemes.length} ${forms.length}`,
          packed: packedColumns.counted,
          columns: countedColumns(counted, forms.length, next),
          beside: heldOnce,
          values: askCounted(counted, asking),
        }
  return {
    name: `candidates ${queries.map(({ kind }) => kind).join(' ')}${communities === null ? '' : ' limited'}${details.name}`,
    text: `with candidates as materialized (
        ${queries.map(({ limit }, at) => best(`$${at + 2}`, limit, within)).join(' union ')}
      )
      select ${details.packed} from (
        select ${details.columns} from candidates join posts on posts.ctid = candidates.ctid ${details.beside}
      ) as found`,
    values: [...asked, ...details.values],
  }
}

/** The same of these posts. */
export function heldWordsStatement(
  archiveIds: readonly number[],
  asked: Pick<CandidateQuery, 'lexemes' | 'forms' | 'senseWords'>,
): QueryConfig {
  return {
    name: 'held_words',
    text: `select ${heldWords(2)} from posts ${besidePosts} where id = any($1::bigint[])`,
    values: [archiveIds, ...askPlaces(asked)],
  }
}
