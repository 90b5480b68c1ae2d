/** The fields of the form for people who do not know operators. */
export type QueryFields = {
  all: string
  any: string
  phrase: string
  none: string
  communities: string
  sources: string
  after: string
}

export const emptyFields: QueryFields = {
  all: '',
  any: '',
  phrase: '',
  none: '',
  communities: '',
  sources: '',
  after: '',
}

const piecesOf = (text: string) =>
  text
    .split(',')
    .map((piece) => piece.replaceAll('"', ' ').trim().replace(/\s+/gu, ' '))
    .filter((piece) => piece !== '')

/** Words with blanks or operators are quoted. */
const written = (piece: string) => (/[\s():]|^-|^OR$/u.test(piece) ? `"${piece}"` : piece)

/** A filter with its names; one with blanks is quoted, in a filter of its own. */
const listed = (name: string, text: string) => {
  const names = piecesOf(text)
  const short = names.filter((one) => !one.includes(' ')).join(',')
  return [
    ...(short === '' ? [] : [`${name}:${short}`]),
    ...names.filter((one) => one.includes(' ')).map((one) => `${name}:"${one}"`),
  ]
}

/** The query that these fields mean. */
export function writeQuery({ all, any, phrase, none, communities, sources, after }: QueryFields): string {
  const words = all
    .replaceAll('"', ' ')
    .split(/\s+/u)
    .filter((word) => word !== '')
  const either = piecesOf(any).map(written)
  const oneOf = either.length > 1 ? [`(${either.join(' OR ')})`] : either
  return [
    ...words.map(written),
    ...oneOf,
    ...piecesOf(phrase).map((piece) => `"${piece}"`),
    ...piecesOf(none).map((piece) => `-${written(piece)}`),
    ...listed('in', communities),
    ...listed('source', sources),
    ...(after === '' ? [] : [`after:${after}`]),
  ].join(' ')
}
