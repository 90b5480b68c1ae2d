import { Navigate } from 'react-router'
import { failureMessage } from '#web/failure-messages.ts'
import { AdminEntrance } from '#web/features/admin/admin-entrance.tsx'
import { AdminSetupForm } from '#web/features/admin/admin-setup-form.tsx'
import { useSetupStatus } from '#web/features/admin/use-admin.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function AdminSetupPage() {
  useDocumentTitle('Admin Setup · Unmet')
  const setup = useSetupStatus()
  if (setup.data && !setup.data.needsSetup) return <Navigate to="/admin/login" replace />
  return (
    <AdminEntrance
      title="Admin Setup"
      description="Create the one account that runs this installation. Credentials are encrypted: the password is kept only as a hash that nobody can read back."
    >
      {setup.data ? (
        <AdminSetupForm asksForCode={setup.data.needsSetupCode} />
      ) : setup.isError ? (
        <div className="flex flex-col items-start gap-4">
          <p role="alert">{failureMessage(setup.error, 'The server could not say whether setup is done.')}</p>
          <Button onClick={() => void setup.refetch()}>Try again</Button>
        </div>
      ) : (
        <SetupSkeleton />
      )}
    </AdminEntrance>
  )
}

function SetupSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-17 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
