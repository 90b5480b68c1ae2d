import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ToastList } from './toast-list.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stateOf = (toasts: ToastList) => toasts.list().map(({ title, open }) => [title, open])

test('a dismissed toast stays in the list, closed, and leaves it after 1,000,000 ms', () => {
  const toasts = new ToastList()
  const { id } = toasts.add({ title: 'Link copied' })
  vi.advanceTimersByTime(2_000_000)
  expect(stateOf(toasts)).toEqual([['Link copied', true]])
  toasts.dismiss(id)
  expect(toasts.findOpen()).toBeNull()
  vi.advanceTimersByTime(999_999)
  expect(stateOf(toasts)).toEqual([['Link copied', false]])
  vi.advanceTimersByTime(1)
  expect(stateOf(toasts)).toEqual([])
})

test('dismissing a toast again does not change when it is removed, and removes no other toast', () => {
  const toasts = new ToastList()
  const { id } = toasts.add({ title: 'Download failed' })
  toasts.dismiss(id)
  vi.advanceTimersByTime(600_000)
  toasts.add({ title: 'Link copied' })
  toasts.dismiss(id)
  vi.advanceTimersByTime(400_000)
  expect(stateOf(toasts)).toEqual([['Link copied', true]])
})

test('only one toast is open at a time, and the previous one stays closed after the newer is dismissed', () => {
  const toasts = new ToastList()
  toasts.add({ title: 'Download failed' })
  const newer = toasts.add({ title: 'Link copied' })
  expect(toasts.findOpen()).toEqual(newer)
  toasts.dismiss(newer.id)
  expect(toasts.findOpen()).toBeNull()
  expect(stateOf(toasts)).toEqual([
    ['Download failed', false],
    ['Link copied', false],
  ])
})

test('outdated toasts are dismissed together', () => {
  const toasts = new ToastList()
  toasts.add({ title: 'Search failed' })
  toasts.dismissAll()
  expect(toasts.findOpen()).toBeNull()
  vi.advanceTimersByTime(1_000_000)
  expect(toasts.list()).toEqual([])
})
