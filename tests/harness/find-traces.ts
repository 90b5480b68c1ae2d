import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

type Column = { schema: string; table: string; column: string }

/** Where a text occurs: columns of all tables in all schemas, and files under a folder. */
export async function findTraces(pool: pg.Pool, folder: string, marker: string): Promise<string[]> {
  return [...(await findInTables(pool, marker)), ...(await findInFiles(folder, marker))].sort()
}

async function findInTables(pool: pg.Pool, marker: string): Promise<string[]> {
  const { rows } = await pool.query<Column>(
    `select table_schema as schema, table_name as table, column_name as column
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { schema, table, column } of rows) {
    const { rowCount } = await pool.query(
      `select 1 from "${schema}"."${table}" where "${column}"::text ilike '%' || $1 || '%' limit 1`,
      [marker],
    )
    if (rowCount !== 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

async function findInFiles(folder: string, marker: string): Promise<string[]> {
  const found: string[] = []
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path, 'latin1')).toLowerCase().includes(marker)) found.push(path)
  }
  return found
}
