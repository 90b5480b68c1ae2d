import type pg from 'pg'

const isNamed = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'name' in statement && statement.name !== undefined

/**
 * Has the server plan a statement that has a name once a connection, for any values. Else it plans a search anew for the
 * values of each, which takes it as long as finding the posts and finds the same plan. Statements without a name need the
 * plan for their values; the server is told where one kind follows the other.
 */
export function planNamedOnce(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let once = false
  const queryPlanned = (...given: unknown[]) => {
    if (isNamed(given[0]) !== once) {
      once = !once
      // What broke the connection breaks the statement behind it as well.
      Promise.resolve(query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`)).catch(() => {})
    }
    return query(...given)
  }
  client.query = queryPlanned as pg.PoolClient['query']
}
