import { expect, test } from 'vitest'
import { signalLabels } from '#contract/signal-labels.ts'
import { otherWording, signals } from '#scoring/signal.ts'

test('every signal of the scorer has a label, and nothing else has one', () => {
  expect(Object.keys(signalLabels).sort()).toEqual([...signals, otherWording].sort())
})
