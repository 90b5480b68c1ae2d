import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { historyKey, refreshUsage } from './current-user-cache.ts'

test('a history that was asked for before a search and comes after it is asked for again', async () => {
  const answers: ((searches: string[]) => void)[] = []
  const queryClient = new QueryClient()
  const history = new QueryObserver(queryClient, {
    queryKey: historyKey,
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  })
  const stop = history.subscribe(() => undefined)
  expect(answers).toHaveLength(1)
  refreshUsage(queryClient)
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.([])
  answers[1]?.(['time tracking'])
  await expect.poll(() => history.getCurrentResult().data).toEqual(['time tracking'])
  stop()
  queryClient.clear()
})
