import { expect, test } from 'vitest'
import type { OwnMapping } from '#contract/own-material.ts'
import { readOwnRow } from './own-row-rules.ts'

test('a column that is mapped twelve times, and as everything else too, is read once', () => {
  const body = 'We copy every invoice by hand.'
  const reads: string[] = []
  const mapping: OwnMapping = {
    format: 'csv',
    hasHeader: true,
    title: 'subject',
    text: [...Array<string>(11).fill('body'), 'notes'],
    date: null,
    link: null,
    group: 'body',
  }
  const cells = new Map([
    ['subject', 'Invoices'],
    ['body', body],
    ['notes', 'Every week.'],
  ])
  const context = {
    mapping,
    collection: { name: 'Support', createdAt: new Date(0) },
    readText: (cell: string) => {
      reads.push(cell)
      return cell
    },
    readTitle: (cell: string) => {
      reads.push(cell)
      return cell
    },
    readDate: () => null,
  }
  expect(readOwnRow(cells, context)).toMatchObject({
    row: { title: 'Invoices', selftext: `${body}\n\nEvery week.`, community: body },
  })
  expect(reads.filter((cell) => cell === body)).toHaveLength(1)
  readOwnRow(cells, { ...context, mapping: { ...mapping, title: 'body' } })
  expect(reads.filter((cell) => cell === body)).toHaveLength(2)
})

test.each(['N/A', 'null', '(NULL)', '#N/A', 'NaN', 'none', '(No value)', '-', '...'])(
  'a cell with %s is an empty cell',
  (cell) => {
    const mapping: OwnMapping = {
      format: 'csv',
      hasHeader: true,
      title: 'subject',
      text: ['body', 'more'],
      date: 'date',
      link: null,
      group: 'group',
      rating: 'rating',
    }
    const asIs = (text: string) => text
    const context = {
      mapping,
      collection: { name: 'Support', createdAt: new Date(0) },
      readText: asIs,
      readTitle: asIs,
      readDate: () => null,
    }
    const names = ['subject', 'more', 'date', 'group', 'rating']
    const cells = new Map([['body', 'I copy it by hand.'], ...names.map((name) => [name, cell] as const)])
    expect(readOwnRow(cells, context)).toMatchObject({
      row: { title: 'I copy it by hand.', selftext: '', community: 'Support', rating: null },
      badDate: false,
      badRating: null,
    })
    expect(readOwnRow(new Map([['body', cell]]), context)).toEqual({ problem: 'there is no text in it' })
  },
)
