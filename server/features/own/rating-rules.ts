/** A rating. `isScaled` is true if the rating was converted from another scale than 5. */
export type Rating = { points: number; isScaled: boolean }

const mostCharacters = 30
const mostPoints = 100
const usualScale = 5
const inNumbers =
  /^(\d{1,3})(?:[.,](\d{1,2}))?(?: ?(?:\/|\b(?:(?:out )?of|von|sur|de|di|van|av|af)\b) ?(\d{1,3})(?:[.,]0)?)?(?:[ -]?(?:stars?|points?|\u2605))?$/iu
const inPercent = /^(\d{1,3})(?:[.,](\d{1,2}))? ?%$/u
const inStars = /^([\u2605\u2B50]{1,10})(\u2606{0,10})$/u
const inWords = /^(one|two|three|four|five)(?:[ _-]stars?)?$/iu
const words = ['one', 'two', 'three', 'four', 'five']

const asIs = (points: number): Rating => ({ points, isScaled: false })

/** Converts points to a scale of 5. */
function scaled(points: number, scale: number): Rating | null {
  if (scale === 0 || points > scale) return null
  if (scale === usualScale) return asIs(points)
  return { points: Math.round((points / scale) * usualScale * 100) / 100, isScaled: true }
}

/** Reads `4`, `4.5`, `4/5`, `8 of 10`, `80%`, `4 stars`, `four` or star symbols. Null for any other cell. */
export function readRating(cell: string): Rating | null {
  if (cell.length > mostCharacters) return null
  const [, full, empty = ''] = inStars.exec(cell.replaceAll('\uFE0F', '')) ?? []
  if (full !== undefined) {
    const scale = full.length + empty.length
    return scale > usualScale ? scaled(full.length, scale) : asIs(full.length)
  }
  const word = inWords.exec(cell)?.[1]
  if (word !== undefined) return asIs(words.indexOf(word.toLowerCase()) + 1)
  const [, share, shareRest = '0'] = inPercent.exec(cell) ?? []
  if (share !== undefined) return scaled(Number(`${share}.${shareRest}`), 100)
  const [, whole, part = '0', scale] = inNumbers.exec(cell) ?? []
  if (whole === undefined) return null
  const points = Number(`${whole}.${part}`)
  if (scale !== undefined) return scaled(points, Number(scale))
  return points <= mostPoints ? asIs(points) : null
}
