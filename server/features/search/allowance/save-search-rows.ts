/** The names of the counters in `rate_limits` for searches, and for searches without results. */
export const searchEndpointName = 'search'
const emptySearchEndpointName = 'empty-search'

/**
 * Saves a search if `taken` has `rows` rows. Otherwise the token is null, and the constraint on it rolls
 * everything back.
 */
const saveSearch = (rows: number) => `saved as (
    insert into search_sessions (session_token, keyword, results_count, ip_address, visitor_id, user_id, created_at)
    select case when (select count(*) from taken) = ${rows} then $1 end, $2, $3::integer, $4, $5, $6, $12
    returning id
  )
  insert into search_results (search_session_id, post_ids, matches, off_topic, coverage, expires_at)
  select id, $7::bigint[], $8::text[], $9::boolean[], $10::json, $11 from saved`

/** Replaces the first results of a saved search with the final ones. */
export const saveFinalAnswer = `with saved as (
    update search_results set post_ids = $2::bigint[], matches = $3::text[], off_topic = $4::boolean[],
      coverage = $5::json
    from search_sessions where search_sessions.id = search_session_id and session_token = $1
    returning search_session_id
  )
  update search_sessions set results_count = $6 where id in (select search_session_id from saved)`

/**
 * Increments each of these counters up to its maximum. Row locks make concurrent searches wait for each
 * other.
 */
const countUp = (endpoint: string, { day, from, most }: { day: string; from: string; most: string }) => `
    insert into rate_limits (identifier, endpoint, bucket_start, request_count)
    select identifier, '${endpoint}', ${day}, 1 from ${from}
    on conflict (identifier, endpoint, bucket_start) do update
      set request_count = rate_limits.request_count + 1, updated_at = now()
      where rate_limits.request_count < ${most}
    returning identifier`

/** Counts one search in both buckets. */
const takeBuckets = (endpoint: string) => {
  const from = '(values ($14, $15::integer), ($16, $17::integer)) as given (identifier, most) where most > 0'
  const most = 'case excluded.identifier when $14 then $15::integer else $17::integer end'
  return `with taken as (${countUp(endpoint, { day: '$13', from, most })})`
}

export const saveVisitorSearch = `${takeBuckets(searchEndpointName)}, ${saveSearch(2)}`

/** A search without results is free up to a daily limit. */
export const saveEmptySearch = `${takeBuckets(emptySearchEndpointName)}, ${saveSearch(2)}`

/** The row of a paid search does not expire by its date: `deleteOld` (paid-search-store.ts) deletes it. */
export const claimStart = '9999-01-01T00:00:00Z'

/** Whether a brief has paid for a search that nobody has read, so that the next search is free. */
export const unreadBrief = 'rate_limits.request_count in (1, 4)'

/**
 * A search and a brief ($23) for one question ($21) of an account ($24) cost one search if both are made
 * since $22, in any instance. The row's count tells what was saved last: 0 for a counted search, 1 for a
 * counted brief, 2 for a free search after a brief, 3 for a free brief after a search, and 4 for a free brief
 * after a brief whose search was not read.
 */
const claim = `claim as (
    insert into rate_limits (identifier, endpoint, bucket_start, request_count, updated_at)
    values ($24, $21, '${claimStart}', case when $23::boolean then 1 else 0 end, $12)
    on conflict (identifier, endpoint, bucket_start) do update set
      request_count = case
        when rate_limits.updated_at <= $22 then excluded.request_count
        when $23::boolean then case when ${unreadBrief} then 4 else 3 end
        when ${unreadBrief} then 2 else 0 end,
      updated_at = case
        when rate_limits.updated_at > $22 and ($23::boolean or ${unreadBrief}) then rate_limits.updated_at
        else $12 end
    returning request_count > 1 as is_free
  )`

/**
 * Counts one search in the account's month. Starts a new month if necessary. Without Pro, the search also
 * counts for the e-mail address ($15) in a month that ends at $16. If the address is not confirmed ($19), it
 * also counts for the network ($17) on that day, up to $18. A search that was already paid for is not counted
 * again.
 */
const saveAccountSearch = ({
  isPaid,
  before = '',
}: {
  isPaid: string
  before?: string
}) => `with ${before}month as (
    update users set subscription_period_start = greatest(subscription_period_start, $13),
      searches_this_month = case when ${isPaid} then 0 else 1 end
        + case when subscription_period_start < $13 then 0 else searches_this_month end
    where id = $6 and (subscription_tier = 'pro' or subscription_period_start < $13 or searches_this_month < $14
      or ${isPaid})
    returning subscription_tier = 'pro' or ${isPaid} as paid
  ), shared as (
    insert into free_allowances (address_hash, searches, until)
    select $15, 1, $16 from month where not paid
    on conflict (address_hash) do update set
      searches = case when free_allowances.until <= $12 then 1 else free_allowances.searches + 1 end,
      until = case when free_allowances.until <= $12 then excluded.until else free_allowances.until end
      where free_allowances.until <= $12 or free_allowances.searches < $14
    returning 1
  ), network as (${countUp(searchEndpointName, {
    day: '$20',
    from: `(select $17::text as identifier from month
      where not paid and not $19::boolean and $18::integer > 0) as unconfirmed`,
    most: '$18::integer',
  })}
  ), taken as (
    select 1 from month
    where paid or (exists (select from shared) and ($19::boolean or exists (select from network)))
  ), ${saveSearch(1)}`

export const saveUserSearch = saveAccountSearch({ isPaid: 'false' })
export const saveClaimedSearch = `${saveAccountSearch({
  isPaid: '(select is_free from claim)',
  before: `${claim}, `,
})} returning (select is_free from claim) as free`

/**
 * Counts one more search without results on day $4, for the user ($1) and for the network ($2). Each may have
 * at most $3 on that day.
 */
const countEmpty = `with counted as (${countUp(emptySearchEndpointName, {
  day: '$4',
  from: '(values ($1), ($2)) as given (identifier)',
  most: '$3::integer',
})}), isfree as (select from counted having count(*) = 2)`

const giveBackOfDay = (identifiers: string) => `update rate_limits set request_count = request_count - 1
    where identifier in (${identifiers}) and endpoint = '${searchEndpointName}' and bucket_start = $4
      and request_count > 0 and exists (select from isfree)`

export const giveBackVisitorSearch = `${countEmpty}, day as (${giveBackOfDay('$1, $2')} returning 1)
  select from isfree`

/**
 * Undoes the counts of `saveUserSearch`: in the month that began at $6, for the e-mail address $7 and, if $8
 * is false, for the network on that day.
 */
export const giveBackUserSearch = `${countEmpty}, month as (
    update users set searches_this_month = searches_this_month - 1
    where id = $5 and subscription_period_start = $6 and searches_this_month > 0 and exists (select from isfree)
    returning subscription_tier = 'pro' as paid
  ), shared as (
    update free_allowances set searches = searches - 1
    where address_hash = $7 and searches > 0 and exists (select from month where not paid) returning 1
  ), day as (${giveBackOfDay('$2')} and not $8::boolean and exists (select from month where not paid) returning 1)
  select from isfree`

/** Deletes the counters of days before $1, and of months that ended before $2. */
export const deletePastCounts = `with days as (
    delete from rate_limits
    where endpoint in ('${searchEndpointName}', '${emptySearchEndpointName}') and bucket_start < $1
  )
  delete from free_allowances where until < $2`
