import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { signalLabel } from '#contract/signal-labels.ts'
import { cardMarks, SampleResultsSection, sampleResults } from './sample-results-section.tsx'

test('a card highlights only the sentences of its own text that add or subtract points', () => {
  const asked = { signal: 'solution_request', field: 'title' as const, start: 0, end: 29, points: 20 }
  const shown = { signal: 'promo', field: 'title' as const, start: 11, end: 15, points: 0 }
  const elsewhere = { ...asked, field: 'selftext' as const }
  expect(cardMarks({ evidence: [asked, shown, elsewhere] }, 'title')).toEqual([asked])
})

test("a sample lists its signals with points, in the scorer's order", () => {
  const markup = renderToStaticMarkup(createElement(SampleResultsSection))
  const items = [...markup.matchAll(/<ul aria-label="Signals"[^>]*>(.*?)<\/ul>/gu)].map(([, list = '']) =>
    list.split('</li>').slice(0, -1),
  )
  expect(items.flat().filter((item) => !/[+−][\d.]+/u.test(item))).toEqual([])
  const named = items.map((list) => list.map((item) => /<li[^>]*>([^<]*)/u.exec(item)?.[1]))
  const counted = ({ signals, evidence }: (typeof sampleResults)[number]) =>
    signals.filter((signal) => evidence.some((one) => one.signal === signal && one.points !== 0))
  expect(named).toEqual(sampleResults.slice(0, 3).map((one) => counted(one).map(signalLabel)))
})
