import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { AdminEntrance } from '#web/features/admin/admin-entrance.tsx'
import { AdminForgotDialog } from '#web/features/admin/admin-forgot-dialog.tsx'
import { AdminLoginForm } from '#web/features/admin/admin-login-form.tsx'
import { useSetupStatus } from '#web/features/admin/use-admin.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'

export function AdminLoginPage() {
  useDocumentTitle('Admin Login · Unmet')
  const [params] = useSearchParams()
  const setup = useSetupStatus()
  // Null is a closed dialog; a text is the username it begins with.
  const [forgotName, setForgotName] = useState<string | null>(params.has('forgot') ? '' : null)
  if (setup.data?.needsSetup) return <Navigate to="/admin/setup" replace />
  return (
    <AdminEntrance title="Admin Login" description="For the operator of this installation.">
      <AdminLoginForm onForgot={setForgotName} />
      <Link
        to="/"
        className="mt-6 inline-flex items-center gap-1.5 text-sm font-medium text-ink-soft hover:text-ink"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to main site
      </Link>
      <AdminForgotDialog
        open={forgotName !== null}
        username={forgotName ?? ''}
        onClose={() => setForgotName(null)}
      />
    </AdminEntrance>
  )
}
