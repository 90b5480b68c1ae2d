import { Unlink } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { ResetPasswordForm, resetVariants } from '#web/features/accounts/reset-password-form.tsx'
import { BackLink, ButtonLink, MainLink } from '#web/features/site/button-link.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Card } from '#web/ui/card.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

/** For users, and under `/admin/` for the operator. */
export function ResetPasswordPage() {
  useDocumentTitle('Reset your password · Unmet')
  const [params] = useSearchParams()
  const variant = useLocation().pathname.startsWith('/admin/') ? 'admin' : 'user'
  const token = params.get('token') ?? ''
  const [refused, setRefused] = useState<string | null>(null)
  return (
    <div className="mx-auto max-w-md py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      {token === '' || refused === token ? (
        <InvalidLink variant={variant} missing={token === ''} />
      ) : (
        <Card className="p-6 sm:p-9">
          <h1 className="text-3xl font-semibold tracking-tight text-balance">Choose a new password</h1>
          <p className="mt-2 mb-6 text-pretty text-ink-soft">
            You need it to sign in again on all your devices.
          </p>
          <ResetPasswordForm token={token} variant={variant} onInvalidLink={() => setRefused(token)} />
          <BackLink to={resetVariants[variant].signInPath} className="mt-6">
            Back to Sign In
          </BackLink>
        </Card>
      )}
    </div>
  )
}

function InvalidLink({ variant, missing }: { variant: keyof typeof resetVariants; missing: boolean }) {
  const { signInPath, forgotPath, back } = resetVariants[variant]
  return (
    <>
      <h1 className="sr-only">Reset your password</h1>
      <StatePanel
        tone="danger"
        icon={<Unlink />}
        title="Invalid Reset Link"
        actions={
          <>
            <MainLink to={signInPath}>{back}</MainLink>
            <ButtonLink to={forgotPath}>Get a new link</ButtonLink>
          </>
        }
      >
        <p>This password reset link is invalid or has expired.</p>
        {missing ? <p className="mt-1 text-sm">Reset token is missing</p> : null}
      </StatePanel>
    </>
  )
}
