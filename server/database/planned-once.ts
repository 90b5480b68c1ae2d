import type pg from 'pg'

type PlannedOnce = pg.QueryConfig & { name: string; plannedOnce: true }

/**
 * A statement whose plan is made once a connection, for any values. Without, the server makes one for the values of each
 * search, which takes it as long as finding the posts and finds the same plan.
 */
export const plannedOnce = (statement: pg.QueryConfig & { name: string }): PlannedOnce => ({
  ...statement,
  plannedOnce: true,
})

const isPlannedOnce = (statement: unknown) =>
  typeof statement === 'object' && statement !== null && 'plannedOnce' in statement

/**
 * Tells the server before a statement how to plan it where that was otherwise for the one before. Not for good: other
 * statements need the plan for their values.
 */
export function planAsAsked(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  let once = false
  const queryPlanned = (...given: unknown[]) => {
    if (isPlannedOnce(given[0]) !== once) {
      once = !once
      // What broke the connection breaks the statement behind it as well.
      Promise.resolve(query(`set plan_cache_mode = ${once ? 'force_generic_plan' : 'auto'}`)).catch(() => {})
    }
    return query(...given)
  }
  client.query = queryPlanned as pg.PoolClient['query']
}
