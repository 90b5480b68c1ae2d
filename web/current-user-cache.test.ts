import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { billingKey, currentUserKey, historyKey, refreshPlan, refreshUsage } from './current-user-cache.ts'

test.each([
  { name: 'history', queryKey: historyKey, refresh: refreshUsage },
  { name: 'billing', queryKey: billingKey, refresh: refreshPlan },
  { name: 'person', queryKey: currentUserKey, refresh: refreshPlan },
])(
  'a $name is requested again if a change happened while its request was pending',
  async ({ queryKey, refresh }) => {
    const answers: ((value: string) => void)[] = []
    const queryClient = new QueryClient()
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    })
    const stop = observer.subscribe(() => undefined)
    expect(answers).toHaveLength(1)
    refresh(queryClient)
    await expect.poll(() => answers.length).toBe(2)
    answers[0]?.('before')
    answers[1]?.('after')
    await expect.poll(() => observer.getCurrentResult().data).toBe('after')
    stop()
    queryClient.clear()
  },
)
