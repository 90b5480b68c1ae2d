import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showToast } from '#web/ui/toast.tsx'
import { forgetAdmin } from './admin-cache.ts'
import { AdminSessionOverError } from './admin-call.ts'

/** Notices in any reply that the operator's session is over; the dashboard then leads to the sign-in. */
export function useAdminSessionEnd(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let told = false
    const notice = (error: unknown) => {
      if (told || !(error instanceof AdminSessionOverError)) return
      told = true
      showToast({ title: 'Signed out', description: error.message, tone: 'destructive' })
      forgetAdmin(queryClient)
    }
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
    })
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [queryClient])
}
