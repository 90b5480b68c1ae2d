import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { logoutEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { forgetEverything } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'

/** Signs out and goes to the start page, also when the server could not be told. */
export function useSignOut() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => callEndpoint(logoutEndpoint),
    onSuccess: () => showToast({ title: 'Logged out' }),
    onError: (error) => console.error('Logout failed:', error),
    onSettled: async () => {
      await navigate('/')
      forgetEverything(queryClient)
    },
  })
}
