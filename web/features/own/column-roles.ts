import type { OwnMapping } from '#contract/own-material.ts'

export type ColumnRole = 'unused' | 'title' | 'text' | 'date' | 'link' | 'group'

export const roleWords: Readonly<Record<ColumnRole, string>> = {
  unused: 'Not used',
  title: 'Title',
  text: 'Text',
  date: 'Date',
  link: 'Link',
  group: 'Group',
}

export function roleOf(mapping: OwnMapping, column: string): ColumnRole {
  if (mapping.text.includes(column)) return 'text'
  const roles = ['title', 'date', 'link', 'group'] as const
  return roles.find((role) => mapping[role] === column) ?? 'unused'
}

/** The mapping with another role for a column. Only text may be several columns: others step aside. */
export function withRole(mapping: OwnMapping, column: string, role: ColumnRole): OwnMapping {
  const without = (one: string | null) => (one === column ? null : one)
  const next: OwnMapping = {
    ...mapping,
    text: mapping.text.filter((one) => one !== column),
    title: without(mapping.title),
    date: without(mapping.date),
    link: without(mapping.link),
    group: without(mapping.group),
  }
  if (role === 'unused') return next
  return role === 'text' ? { ...next, text: [...next.text, column] } : { ...next, [role]: column }
}
