import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { logoutEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { forgetEverything } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'

type Leaving = { leave: () => Promise<unknown>; to: string; forget: (queryClient: QueryClient) => void }

/** Ends a session and goes where nobody is signed in, also when the server could not be told. */
export function useLeaving({ leave, to, forget }: Leaving) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: leave,
    onSuccess: () => showToast({ title: 'Logged out' }),
    onError: (error) => console.error('Logout failed:', error),
    onSettled: async () => {
      await navigate(to)
      forget(queryClient)
    },
  })
}

export const useSignOut = () =>
  useLeaving({ leave: () => callEndpoint(logoutEndpoint), to: '/', forget: forgetEverything })
