import { expect, test } from 'vitest'
import { signalsOfWhy } from './result-row.tsx'

test('a row explains a score by signals for a need, and by signals against it only if there are no others', () => {
  expect(signalsOfWhy(['pain', 'software_job', 'question', 'unserved'])).toEqual(['pain', 'software_job'])
  expect(signalsOfWhy(['promo', 'news'])).toEqual(['promo', 'news'])
  expect(signalsOfWhy([])).toEqual([])
})
