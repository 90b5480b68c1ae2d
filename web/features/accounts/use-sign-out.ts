import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { logoutEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { clearPersonalData } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'

type Leaving = { leave: () => Promise<unknown>; to: string; clear: (queryClient: QueryClient) => void }

/** Ends a session and goes where nobody is signed in, also when the server could not be reached. */
export function useLeaving({ leave, to, clear }: Leaving) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: leave,
    onSuccess: () => showToast({ title: 'Logged out' }),
    onError: (error) => console.error('Logout failed:', error),
    onSettled: async () => {
      await navigate(to)
      clear(queryClient)
    },
  })
}

export const useSignOut = () =>
  useLeaving({ leave: () => callEndpoint(logoutEndpoint), to: '/', clear: clearPersonalData })
