import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'
import { showToast } from '#web/ui/toast.tsx'
import { useEndpoint } from '#web/use-endpoint.ts'
import { AdminSessionOverError, adminAccountKey, callAdmin, clearAdmin } from './admin-call.ts'

/** Whether the place still waits for its operator. */
export const useSetupStatus = () => useEndpoint(setupStatusEndpoint)

async function fetchAdmin(): Promise<AdminAccount | null> {
  try {
    return await callAdmin(currentAdminEndpoint)
  } catch (error) {
    if (error instanceof AdminSessionOverError) return null
    throw error
  }
}

export type AdminState =
  | { kind: 'checking' }
  | { kind: 'setup-needed' }
  | { kind: 'signed-out' }
  | { kind: 'signed-in'; admin: AdminAccount }

/** Who administers. Requested only where the installation is set up; a lookup that fails counts as nobody. */
export function useAdmin(): AdminState {
  const setup = useSetupStatus()
  const needsSetup = setup.data?.needsSetup ?? false
  const account = useQuery({
    queryKey: adminAccountKey,
    enabled: !setup.isPending && !needsSetup,
    queryFn: fetchAdmin,
  })
  if (needsSetup) return { kind: 'setup-needed' }
  if (account.data) return { kind: 'signed-in', admin: account.data }
  return setup.isPending || account.isPending ? { kind: 'checking' } : { kind: 'signed-out' }
}

/** Notices in any reply that the operator's session is over; the dashboard then leads to the sign-in. */
export function useAdminSessionEnd(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let isReported = false
    const notice = (error: unknown) => {
      if (isReported || !(error instanceof AdminSessionOverError)) return
      isReported = true
      showToast({ title: 'Signed out', description: error.message, tone: 'destructive' })
      clearAdmin(queryClient)
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
