import { describe, expect, test } from 'vitest'
import { readDateCell } from '#server/adapters/instants/read-instant.ts'
import { guessMapping } from './own-mapping-rules.ts'

const isDate = (cell: string) => readDateCell(cell) !== null
const words: [string, string] = [
  'I copy all 12 totals by hand each month',
  'Nobody calls me before they come to me',
]

/** The guess for a table with two rows, from the cells of each column. */
function guessOf(table: Record<string, readonly [string, string]>) {
  const columns = Object.keys(table)
  const rows = [0, 1].map((at) => columns.map((column) => table[column]?.[at] ?? ''))
  return guessMapping({ columns, rows }, { format: 'csv', hasHeader: true }, isDate)
}

test.each([
  ['Datum', 'Betreff', 'Nachricht', 'Bewertung'],
  ['Horodateur', 'Sujet', 'Message', 'Note'],
  ['Fecha', 'Asunto', 'Descripción', 'Valoración'],
  ['Data', 'Assunto', 'Mensagem', 'Avaliação'],
  ['Data', 'Oggetto', 'Messaggio', 'Valutazione'],
  ['Datum', 'Onderwerp', 'Bericht', 'Beoordeling'],
  ['Datum', 'Rubrik', 'Kommentar', 'Betyg'],
  ['Dato', 'Emne', 'Beskrivelse', 'Vurdering'],
  ['Päivämäärä', 'Otsikko', 'Palaute', 'Arvosana'],
])('%s, %s, %s and %s are date, title, text and rating', (date, title, text, rating) => {
  const table = {
    [date]: ['2024-03-04 kl. 09.15', '2024-03-15'],
    [title]: ['Export', 'Sizes'],
    [text]: ['Too slow', 'Too dear'],
    [rating]: ['2,5', '4'],
  } as const
  expect(guessOf(table)).toMatchObject({ date, title, text: [text], rating })
})

test('a column of notes is no rating, and is read if it has the only text', () => {
  expect(guessOf({ Title: ['Export', 'Sizes'], Note: ['Too slow', 'Too dear'] })).toMatchObject({
    text: ['Note'],
    rating: null,
  })
})

describe('a rating', () => {
  test.each([
    'Rate the booking page',
    'Please rate our support',
    'How would you rate your experience?',
    'How satisfied are you with the till?',
    'Rating (1-10)',
    'NPS score 0-10',
    'Rating out of 5',
  ])('is what %s asks for', (question) => {
    expect(guessOf({ Why: words, [question]: ['2', '4'] }).rating).toBe(question)
  })

  test.each(['Conversion rate', 'Hourly rate', 'What would you rate higher than price?'])(
    'is not in the texts or numbers of %s',
    (column) => {
      const cells = column.endsWith('?') ? (['2 things', '4 things'] as const) : (['2', '4'] as const)
      expect(guessOf({ Why: words, [column]: cells }).rating).toBeNull()
    },
  )

  test('is the score of a survey of loyalty, up to ten', () => {
    const table = { Comment: words, Score: ['3', '10'] as const }
    expect(guessOf({ ...table, 'Survey type': ['nps', 'nps'] }).rating).toBe('Score')
    expect(guessOf(table).rating).toBeNull()
  })
})

test('notes beside a comment, and what a browser says of itself, are no words of the customer', () => {
  const table = {
    Comment: words,
    Notes: ['Call her back some time next week', 'He wrote to us twice before this'],
    'User Agent': ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Mozilla/5.0 (Macintosh; Intel Mac OS X)'],
    Client: ['okhttp/4.9 (Linux; Android 13; Pixel 6)', 'okhttp/4.9 (Linux; Android 12; Pixel 4)'],
  } satisfies Record<string, [string, string]>
  expect(guessOf(table).text).toEqual(['Comment'])
})

test.each([
  ['Beschreibung', 'Lösung'],
  ['Nachricht', 'Antwort des Betreibers'],
  ['Avis', 'Réponse du propriétaire'],
  ['Comentario', 'Respuesta del propietario'],
  ['Comentário', 'Resposta da empresa'],
  ['Messaggio', 'Risposta del proprietario'],
  ['Bericht', 'Reactie van eigenaar'],
])('beside %s, what staff wrote as %s is no text of the customer', (theirs, ours) => {
  const replies = ['We sent it to her again by mail', 'Told him how to do that in two steps'] as const
  expect(guessOf({ [theirs]: words, [ours]: replies }).text).toEqual([theirs])
})

test.each([
  ['Beschreibung', 'Kommentar des Kunden'],
  ['Description', 'Commentaire du client'],
  ['Descripción', 'Respuesta del cliente'],
  ['Omschrijving', 'Reactie van klant'],
])('beside %s, what the customer wrote as %s is text, too', (first, theirs) => {
  const more = ['We fax the orders on every Friday', 'Nobody here can find the old invoices'] as const
  expect(guessOf({ [first]: words, [theirs]: more }).text).toEqual([first, theirs])
})
