import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type pg from 'pg'

const batchPosts = 5000

/** The same posts in a full-text index of SQLite in this process. */
export type SqliteSearch = { search: (keyword: string) => number; close: () => void }

async function fill(pool: pg.Pool, insert: StatementSync): Promise<void> {
  let after = '0'
  for (;;) {
    const { rows } = await pool.query<{ id: string; title: string; selftext: string }>(
      'select id, title, selftext from archive_posts where id > $1 and not sample order by id limit $2',
      [after, batchPosts],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    for (const { id, title, selftext } of rows) insert.run(Number(id), title, selftext)
    after = last.id
  }
}

/**
 * FTS5 with stemming, as in PostgreSQL. `search` returns the milliseconds for a hundred rows with texts,
 * ordered by bm25.
 */
export async function openSqliteSearch(pool: pg.Pool): Promise<SqliteSearch> {
  const database = new DatabaseSync(':memory:')
  database.exec("create virtual table found using fts5(title, selftext, tokenize = 'porter unicode61')")
  database.exec('begin')
  await fill(pool, database.prepare('insert into found (rowid, title, selftext) values (?, ?, ?)'))
  database.exec('commit')
  database.exec("insert into found (found) values ('optimize')")
  const statement = database.prepare(
    'select rowid, title, selftext from found where found match ? order by bm25(found) limit 100',
  )
  return {
    search: (keyword) => {
      const isPhrase = keyword.startsWith('"')
      const words = keyword.match(/[\p{L}\p{N}]+/gu) ?? []
      const match = isPhrase ? `"${words.join(' ')}"` : words.map((word) => `"${word}"`).join(' ')
      const startedAt = performance.now()
      statement.all(match)
      return performance.now() - startedAt
    },
    close: () => database.close(),
  }
}
