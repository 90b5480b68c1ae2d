import type pg from 'pg'

const batch = 100_000

/** Creates accounts and searches of the last 400 days, through the triggers that count them. */
export async function seedPlatform(client: pg.ClientBase, people: number, searches: number): Promise<void> {
  for (let done = 0; done < people; done += batch) {
    await client.query(
      `insert into users (email, password, first_name, last_name, subscription_tier, pro_granted_at, created_at,
         subscription_period_start)
       select 'person' || n || '@bench' || n % 500 || '.test', 'x', 'First' || n % 977, 'Last' || n % 1483,
         case when n % 20 = 0 then 'pro' else 'free' end, case when n % 20 = 0 then now() end, at, at
       from (select n, now() - random() * interval '400 days' as at
             from generate_series($1::integer, $2::integer) n) made`,
      [done + 1, Math.min(people, done + batch)],
    )
  }
  await client.query('create temporary table bench_people as select row_number() over () as n, id from users')
  for (let done = 0; done < searches; done += batch) {
    await client.query(
      `insert into search_sessions (user_id, session_token, keyword, results_count, ip_address, created_at)
       select people.id, md5(random()::text || made.n) || made.n, 'keyword ' || made.n % 5000, made.n % 101,
         '10.' || made.n % 200 || '.' || made.n % 250 || '.1', now() - random() * interval '400 days'
       from (select n, case when n % 3 > 0 then 1 + (power(random(), 3) * ($3::integer - 1))::integer end as owner
             from generate_series($1::integer, $2::integer) n) made
       left join bench_people people on people.n = made.owner`,
      [done + 1, Math.min(searches, done + batch), people],
    )
    console.log(`  ${Math.min(searches, done + batch)} searches`)
  }
  await client.query('vacuum analyze')
}
