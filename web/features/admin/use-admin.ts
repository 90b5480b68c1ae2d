import { useQuery } from '@tanstack/react-query'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'
import { callEndpoint } from '#web/api-client.ts'
import { adminAccountKey, setupStatusKey } from './admin-cache.ts'
import { AdminSessionOverError, callAdmin } from './admin-call.ts'

/** Whether the place still waits for its operator. */
export function useSetupStatus() {
  return useQuery({ queryKey: setupStatusKey, queryFn: () => callEndpoint(setupStatusEndpoint) })
}

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

/** Who administers. Asked only where the place is set up; a lookup that fails counts as nobody. */
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
