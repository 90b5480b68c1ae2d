import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { adminLogoutEndpoint } from '#contract/admin.ts'
import { showToast } from '#web/ui/toast.tsx'
import { forgetAdmin } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

/** Signs the operator out and goes to the sign-in, also when the server could not be told. */
export function useAdminLogout() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => callAdmin(adminLogoutEndpoint),
    onSuccess: () => showToast({ title: 'Logged out' }),
    onError: (error) => console.error('Logout failed:', error),
    onSettled: async () => {
      await navigate('/admin/login')
      forgetAdmin(queryClient)
    },
  })
}
