import { createRequire } from 'node:module'

/**
 * Loaded as CommonJS, because with the ES modules Node would parse the package's package.json (180 kB) 250
 * times. This parsing is half the work of a start. No other file imports the package.
 */
const load = createRequire(import.meta.url)

export type { SQL } from 'drizzle-orm'
export type { NodePgDatabase } from 'drizzle-orm/node-postgres'
export type { PgColumnsBuilders as ColumnKinds } from 'drizzle-orm/pg-core/columns/all'

export const { and, asc, desc, eq, getTableColumns, gt, gte, inArray, isNotNull, isNull, lt, ne, or, sql } =
  load('drizzle-orm') as typeof import('drizzle-orm')
export const {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} = load('drizzle-orm/pg-core') as typeof import('drizzle-orm/pg-core')
export const { drizzle } = load('drizzle-orm/node-postgres') as typeof import('drizzle-orm/node-postgres')
export const { migrate } = load(
  'drizzle-orm/node-postgres/migrator',
) as typeof import('drizzle-orm/node-postgres/migrator')
/** Exported as a type as well, because it is a class. */
export type DrizzleQueryError = import('drizzle-orm/errors').DrizzleQueryError
export const { DrizzleQueryError } = load('drizzle-orm/errors') as typeof import('drizzle-orm/errors')
