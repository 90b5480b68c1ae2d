import { useQuery, useQueryClient } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Unlink from 'lucide-react/icons/unlink'
import { Link, useSearchParams } from 'react-router'
import { verifyEmailEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { askAnew, currentUserKey } from '#web/features/accounts/current-user-cache.ts'
import { useCurrentUser } from '#web/features/accounts/use-current-user.ts'
import { failureWords } from '#web/features/search/failure-words.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'

const invalid = 'This link is invalid or has expired. You can have a new one sent from your profile.'

/** Uses the mailed token. A query, because it is sent once however often the page is drawn. */
function useVerification(token: string) {
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: [verifyEmailEndpoint.path, token],
    enabled: token !== '',
    gcTime: Number.POSITIVE_INFINITY,
    retryOnMount: false,
    queryFn: async () => {
      const reply = await callEndpoint(verifyEmailEndpoint, { body: { token } })
      void askAnew(queryClient, currentUserKey)
      return reply
    },
  })
}

export function VerifyEmailPage() {
  useDocumentTitle('Confirm your email · Unmet')
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { user } = useCurrentUser()
  const verification = useVerification(token)
  if (token !== '' && verification.isPending) return <PageSkeleton />
  const done = verification.isSuccess
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <meta name="referrer" content="no-referrer" />
      <h1 className="sr-only">Confirm your email</h1>
      <div role="status">
        <StatePanel
          tone={done ? 'plain' : 'danger'}
          icon={done ? <BadgeCheck /> : <Unlink />}
          title={done ? 'Email confirmed' : 'Email not confirmed'}
          actions={<Onward signedIn={user !== null} done={done} />}
        >
          <p>
            {done
              ? 'Thank you. This address is yours, and mail about your account reaches you here.'
              : failureWords(verification.error, invalid)}
          </p>
        </StatePanel>
      </div>
    </div>
  )
}

function Onward({ signedIn, done }: { signedIn: boolean; done: boolean }) {
  const look = buttonLink({ variant: 'primary', size: 'medium' })
  if (!signedIn) {
    return (
      <Link to={done ? '/auth/login' : '/auth/login?next=%2Fprofile'} className={look}>
        Sign In
      </Link>
    )
  }
  return (
    <Link to={done ? '/' : '/profile'} className={look}>
      {done ? 'Go to the search' : 'Go to your profile'}
    </Link>
  )
}
