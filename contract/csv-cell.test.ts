import { expect, test } from 'vitest'
import { defuseCell } from './csv-cell.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['\n=1+1', "\n'=1+1"],
  ['  \u00a0@SUM(A1)', "  \u00a0'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['costs;=1+1', "costs;'=1+1"],
  ['list:\r\n- one\n - two', "list:\r\n'- one\n '- two"],
  ['\t+1', "\t'+1"],
  ['costs;"=1+1"', `costs;"'=1+1"`],
  ['costs\n" =1+1"', `costs\n" '=1+1"`],
  ['he said "-5" = cold; fine', 'he said "-5" = cold; fine'],
  ['e-mail, -5 degrees, a=b', 'e-mail, -5 degrees, a=b'],
])('%j is written as %j', (given, written) => {
  expect(defuseCell(given)).toBe(written)
})
