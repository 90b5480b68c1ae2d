import { expect, test } from 'vitest'
import { isAgainst, signalLabels } from '#contract/signal-labels.ts'
import { otherWording, signals, signalsAgainst } from '#scoring/signal.ts'

test('every signal of the scorer has a label, and nothing else has one', () => {
  expect(Object.keys(signalLabels).sort()).toEqual([...signals, otherWording].sort())
})

test('the pages and the scorer agree on which signals count against a need', () => {
  expect(signals.filter(isAgainst)).toEqual(signals.filter((one) => signalsAgainst.has(one)))
})
