import CircleAlert from 'lucide-react/icons/circle-alert'
import { useCallback, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { landingPath } from '#contract/landing-path.ts'
import { authErrorMessage } from '#web/features/accounts/auth-error-messages.ts'
import { AuthSidePanel } from '#web/features/accounts/auth-side-panel.tsx'
import { type AuthTab, AuthTabs } from '#web/features/accounts/auth-tabs.tsx'
import { CheckMailPanel } from '#web/features/accounts/check-mail-panel.tsx'
import { useDeferred } from '#web/features/results/use-deferred.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

const headings: Record<AuthTab, string> = {
  'sign-in': 'Sign in to Unmet',
  'sign-up': 'Create your free account',
}

const loadForgotDialog = async () =>
  (await import('#web/features/accounts/forgot-password-dialog.tsx')).ForgotPasswordDialog

export function AuthPage() {
  const { user, expected } = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const tab: AuthTab = params.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const next = landingPath(params.get('next'))
  // Null is a closed dialog; a text is the address it begins with.
  const [forgotEmail, setForgotEmail] = useState<string | null>(params.has('forgot') ? '' : null)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const failForgot = useCallback(() => {
    setForgotEmail(null)
    showToast({
      title: 'The form could not be loaded',
      description: 'Check your connection and reload the page.',
      tone: 'destructive',
    })
  }, [])
  const ForgotDialog = useDeferred(loadForgotDialog, forgotEmail !== null, failForgot)
  useDocumentTitle(`${headings[tab]} · Unmet`)

  const showTab = (shown: AuthTab) => {
    setMailedTo(null)
    const changed = new URLSearchParams(params)
    changed.set('tab', shown)
    changed.delete('error')
    setParams(changed, { replace: true })
  }

  // Who is signed in may have forgotten the password too.
  if (user !== null && forgotEmail === null) return <Navigate to={next} replace />
  if (expected) return <PageSkeleton />
  const problem = authErrorMessage(params.get('error'))
  return (
    <div className="grid gap-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {mailedTo === null ? (
        <Card className="flex flex-col p-6 sm:p-9">
          <h1 className="mb-6 text-3xl font-semibold tracking-tight text-balance">{headings[tab]}</h1>
          {problem === null ? null : (
            <Callout tone="danger" icon={<CircleAlert />} className="mb-6">
              <p role="alert">{problem}</p>
            </Callout>
          )}
          <AuthTabs
            tab={tab}
            next={next}
            onTab={showTab}
            onForgot={setForgotEmail}
            onCheckMail={setMailedTo}
          />
        </Card>
      ) : (
        <div>
          <h1 className="sr-only">Create your free account</h1>
          <CheckMailPanel
            email={mailedTo}
            onSignIn={() => showTab('sign-in')}
            onForgot={() => setForgotEmail(mailedTo)}
          />
        </div>
      )}
      <AuthSidePanel />
      {ForgotDialog === null ? null : (
        <ForgotDialog
          open={forgotEmail !== null}
          email={forgotEmail || (user?.email ?? '')}
          onClose={() => setForgotEmail(null)}
        />
      )}
    </div>
  )
}
