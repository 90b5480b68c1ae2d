const mostCharacters = 30
const mostPoints = 100
const inNumbers =
  /^(\d{1,3})(?:[.,](\d{1,2}))?(?: ?\/ ?\d{1,3}| (?:out )?of \d{1,3})?(?: ?(?:stars?|points?|\u2605))?$/iu
const inStars = /^([\u2605\u2B50]{1,10})\u2606{0,10}$/u

/** Points as reviews give them: `4`, `4.5`, `4/5`, `4 stars` or stars; null where a cell gives none. */
export function readRating(cell: string): number | null {
  if (cell.length > mostCharacters) return null
  const stars = inStars.exec(cell.replaceAll('\uFE0F', ''))?.[1]
  if (stars !== undefined) return stars.length
  const [, whole, part = '0'] = inNumbers.exec(cell) ?? []
  if (whole === undefined) return null
  const points = Number(`${whole}.${part}`)
  return points <= mostPoints ? points : null
}
