import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { type SignInError, signInError } from '#contract/accounts.ts'
import { landingPath } from '#contract/landing-path.ts'
import { showNotLoaded } from '#web/failure-messages.ts'
import { AuthSidePanel } from '#web/features/accounts/auth-side-panel.tsx'
import { type AuthTab, AuthTabs, authHeadings, CheckMailPanel } from '#web/features/accounts/auth-tabs.tsx'
import { useDeferred } from '#web/features/results/use-deferred.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

const loadForgotDialog = async () =>
  (await import('#web/features/accounts/forgot-password-dialog.tsx')).ForgotPasswordDialog

export function AuthPage() {
  const { user, expected } = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const tab: AuthTab = params.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const next = landingPath(params.get('next'))
  // Null: the dialog is closed; a string: the address to prefill.
  const [forgotEmail, setForgotEmail] = useState<string | null>(params.has('forgot') ? '' : null)
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const ForgotDialog = useDeferred(loadForgotDialog, forgotEmail !== null, () => {
    setForgotEmail(null)
    showNotLoaded('The form')
  })
  useDocumentTitle(`${authHeadings[tab]} · Unmet`)

  const showTab = (shown: AuthTab) => {
    setMailedTo(null)
    const changed = new URLSearchParams(params)
    changed.set('tab', shown)
    changed.delete('error')
    setParams(changed, { replace: true })
  }

  // A signed-in user may have forgotten the password too.
  if (user !== null && forgotEmail === null) return <Navigate to={next} replace />
  if (expected) return <PageSkeleton />
  return (
    <div className="grid gap-6 py-8 sm:py-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {mailedTo === null ? (
        <Card className="flex flex-col p-6 sm:p-9">
          <h1 className="mb-6 text-3xl font-semibold tracking-tight text-balance">{authHeadings[tab]}</h1>
          <SignInProblem code={params.get('error')} />
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
          <h1 className="sr-only">{authHeadings['sign-up']}</h1>
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
          kind="email"
          typed={forgotEmail === '' ? (user?.email ?? '') : forgotEmail}
          onClose={() => setForgotEmail(null)}
        />
      )}
    </div>
  )
}

const signInProblems: Record<SignInError, string> = {
  provider_unreachable: 'The other service did not answer. Try again in a moment, or use your email.',
  provider_refused: 'The other service did not sign you in. Nothing was changed; you can try again.',
  sign_in_expired: 'Signing in took too long or was started elsewhere. Please start again.',
  no_verified_email:
    'The other service has no confirmed email address of yours. Confirm it there, or use your email here.',
  link_needs_password:
    'An account with this email already exists. Sign in with its password once to link the two. If you never chose one, use “Forgot password?”.',
  linked_elsewhere: 'That account already signs in to another Unmet account.',
}

function SignInProblem({ code }: { code: string | null }) {
  if (code === null) return null
  const known = signInError.safeParse(code)
  return (
    <Callout tone="danger" icon={<CircleAlert />} className="mb-6">
      <p role="alert">
        {known.success
          ? signInProblems[known.data]
          : 'Signing in with the other service did not work. Please try again.'}
      </p>
    </Callout>
  )
}
