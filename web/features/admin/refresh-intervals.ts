/** How often what the operator looks at is read again. */
export const refreshIntervals = { statsMs: 30_000, searchesMs: 30_000, usersMs: 60_000 } as const
