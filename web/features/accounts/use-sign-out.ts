import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { logoutEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { clearPersonalData } from '#web/current-user-cache.ts'
import { focusPage } from '#web/focus-page.ts'
import { showToast } from '#web/ui/toast.tsx'

type EndSession = {
  endSession: () => Promise<unknown>
  to: string
  clear: (queryClient: QueryClient) => void
}

/** Ends a session and leaves signed-in pages, even if the server is unreachable. */
export function useEndSession({ endSession, to, clear }: EndSession) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => showToast({ title: 'Logged out' }),
    onError: (error) => console.error('Logout failed:', error),
    onSettled: async () => {
      await navigate(to)
      // The account menu, which had the focus, disappears even if the path stays the same.
      focusPage()
      clear(queryClient)
    },
  })
}

export const useSignOut = () =>
  useEndSession({ endSession: () => callEndpoint(logoutEndpoint), to: '/', clear: clearPersonalData })
