import { expect, test } from 'vitest'
import type { OwnMapping } from '#contract/own-material.ts'
import { roleOf, withRole } from './mapping-form.tsx'

const mapping: OwnMapping = {
  format: 'csv',
  hasHeader: true,
  title: 'subject',
  text: ['body'],
  date: 'at',
  link: null,
  group: null,
}

test('a column has one role, and choosing a role for a column removes it from the previous column', () => {
  const moved = withRole(mapping, 'body', 'title')
  expect(moved).toMatchObject({ title: 'body', text: [] })
  expect(['subject', 'body', 'at', 'other'].map((column) => roleOf(moved, column))).toEqual([
    'unused',
    'title',
    'date',
    'unused',
  ])
})

test('several columns can be the text, in the order in which they were chosen', () => {
  expect(withRole(withRole(mapping, 'answer', 'text'), 'at', 'text')).toMatchObject({
    text: ['body', 'answer', 'at'],
    date: null,
  })
})
