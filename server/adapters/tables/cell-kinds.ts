/** Kinds of cells that can be recognised by their format. */
type CellKind = 'number' | 'date' | 'address' | 'mail' | 'code' | 'yes or no'

const shapes: readonly (readonly [CellKind, RegExp])[] = [
  ['number', /^[-+(]?\s?[$€£¥]?\s?\d[\d.,'\s\u00a0]{0,30}\s?[%€$]?\)?$/u],
  ['date', /^\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?(?:[T ,].{0,40})?$/u],
  ['date', /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}(?:[ ,T].{0,40})?$/u],
  [
    'date',
    /^(?:[a-z]{3,9},? )?(?:\d{1,2}\.?[ -][a-z]{3,9}\.?|[a-z]{3,9}\.? \d{1,2}),?[ -]\d{2,4}(?:[ ,].{0,40})?$/iu,
  ],
  // Statistics programs write 04mar2024.
  ['date', /^\d{1,2}[a-z]{3}\d{4}(?:[: ].{0,40})?$/iu],
  ['date', /^\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?$/iu],
  ['address', /^[a-z][a-z0-9+.-]{1,15}:\/\/\S+$/iu],
  ['mail', /^[^\s@]{1,80}@[^\s@]{1,200}\.[a-z]{2,20}$/iu],
  ['code', /^(?=\D*\d)[a-z0-9]{1,12}(?:[-_.:#][a-z0-9]{1,12}){1,8}$/iu],
  ['code', /^(?=\D*\d)(?=[^a-f]*[a-f])[a-f0-9]{8,64}$/iu],
  ['yes or no', /^(?:true|false|yes|no)$/iu],
]

const longestKind = 300

/** Null for an empty cell and for words. */
export function kindOfCell(cell: string): CellKind | null {
  const text = cell.trim()
  if (text === '' || text.length > longestKind) return null
  return shapes.find(([, shape]) => shape.test(text))?.[0] ?? null
}

export type TypedColumn = { at: number; kind: CellKind }

const enough = 0.8

/** The columns in which nearly all rows have a value of one kind. */
export function findTypedColumns(rows: readonly (readonly string[])[], width: number): TypedColumn[] {
  const found: TypedColumn[] = []
  for (let at = 0; at < width; at += 1) {
    const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '')
    const counts = new Map<CellKind, number>()
    for (const cell of cells) {
      const kind = kindOfCell(cell)
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    const [best] = [...counts].sort(([, a], [, b]) => b - a)
    if (best !== undefined && best[1] >= enough * cells.length && best[1] >= (enough * rows.length) / 2) {
      found.push({ at, kind: best[0] })
    }
  }
  return found
}
