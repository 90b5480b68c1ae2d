import type pg from 'pg'

/** What a connection outside the pool needs. The pool keeps its password out of copies of its options. */
export function connectionOf(pool: pg.Pool): pg.ClientConfig {
  const { options } = pool
  return { ...options, password: options.password }
}
