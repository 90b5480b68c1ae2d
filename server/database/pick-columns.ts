/** Some columns of a table under their own names, for a `select`. */
export function pickColumns<Table extends object, Name extends keyof Table>(
  table: Table,
  ...names: Name[]
): Pick<Table, Name> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>
}
