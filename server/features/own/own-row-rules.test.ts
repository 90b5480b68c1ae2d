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
