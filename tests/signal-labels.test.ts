import { expect, test } from 'vitest'
import { signalLabels, signals } from '#scoring/signal.ts'
import { signalLabel } from '#web/features/results/signal-label.ts'

test('the page calls every signal what the scorer calls it', () => {
  expect(signals.map(signalLabel)).toEqual(signals.map((signal) => signalLabels[signal].label))
})
