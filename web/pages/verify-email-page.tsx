import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, MailQuestionMark, Unlink } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { verifyEmailEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { currentUserKey, refetchFresh } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { MainLink } from '#web/features/site/button-link.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

const invalid = 'This link is invalid or has expired. You can request a new one in your profile.'

export function VerifyEmailPage() {
  useDocumentTitle('Confirm your email · Unmet')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { user } = useCurrentUser()
  const queryClient = useQueryClient()
  // The link takes effect only on a click, because mail scanners open links too.
  const verification = useMutation({
    mutationFn: () => callEndpoint(verifyEmailEndpoint, { body: { token } }),
    onSuccess: () => refetchFresh(queryClient, currentUserKey),
  })
  const done = verification.isSuccess
  const failed = token === '' || verification.isError
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <h1 className="sr-only">Confirm your email</h1>
      <div role="status">
        {done || failed ? (
          <StatePanel
            tone={done ? 'plain' : 'danger'}
            icon={done ? <BadgeCheck /> : <Unlink />}
            title={done ? 'Email confirmed' : 'Email not confirmed'}
            actions={<Onward signedIn={user !== null} done={done} />}
          >
            <p>
              {done
                ? 'Thank you. Mail about your account is sent to this address.'
                : failureMessage(verification.error, invalid)}
            </p>
          </StatePanel>
        ) : (
          <StatePanel
            icon={<MailQuestionMark />}
            title="Is this address yours?"
            actions={
              <Button
                variant="primary"
                aria-disabled={verification.isPending}
                onClick={() => verification.mutate()}
              >
                {verification.isPending ? 'Confirming...' : 'Confirm my address'}
              </Button>
            }
          >
            <p>
              Confirm it if you signed up for Unmet. If you did not, close this page: somebody else chose the
              password of that account.
            </p>
          </StatePanel>
        )}
      </div>
    </div>
  )
}

function Onward({ signedIn, done }: { signedIn: boolean; done: boolean }) {
  if (!signedIn) return <MainLink to={done ? '/auth/login' : '/auth/login?next=%2Fprofile'}>Sign In</MainLink>
  return done ? (
    <MainLink to="/">Go to the search</MainLink>
  ) : (
    <MainLink to="/profile">Go to your profile</MainLink>
  )
}
