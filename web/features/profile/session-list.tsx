import { MonitorSmartphone } from 'lucide-react'
import {
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
  type SignedInSession,
} from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { sessionsKey } from '#web/current-user-cache.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

const everyOther = 'every other'

export function SessionList() {
  const sessions = useEndpoint(listSessionsEndpoint, { refetchOnMount: 'always' })
  const end = useAction({
    run: (id: string) =>
      id === everyOther
        ? callEndpoint(endOtherSessionsEndpoint)
        : callEndpoint(endSessionEndpoint, { params: { id } }),
    toast: (_, id) => ({
      title: 'Signed out there',
      description:
        id === everyOther
          ? 'Only this browser is still signed in.'
          : 'That browser is no longer signed in to your account.',
    }),
    failed: { title: 'Could not end the session', words: 'Please try again.' },
    invalidates: [sessionsKey],
    awaitsRefetch: true,
  })
  if (!sessions.data) {
    return sessions.isError ? (
      <ReadAgain query={sessions} words="Your sessions could not be read." />
    ) : (
      <Skeleton className="h-16 w-full" />
    )
  }
  return (
    <>
      <ul aria-label="Signed-in browsers" className="flex flex-col divide-y divide-line">
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {sessions.data.some((session) => !session.current) ? (
        <Button className="mt-4" aria-disabled={end.isPending} onClick={() => end.mutate(everyOther)}>
          Sign out everywhere else
        </Button>
      ) : null}
    </>
  )
}

type SessionRowProps = { session: SignedInSession; ending: boolean; onEnd: () => void }

function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  return (
    <li className="flex items-center gap-4 py-3.5 first:pt-0 last:pb-0">
      <MonitorSmartphone className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {session.device}
          {session.current ? <Badge>This browser</Badge> : null}
        </p>
        <p className="mt-0.5 text-sm text-pretty text-ink-soft">
          Signed in {formatMoment(session.signedInAt)}; last seen {formatMoment(session.lastSeenAt)}
        </p>
      </div>
      {session.current ? null : (
        <Button aria-disabled={ending} onClick={onEnd}>
          Sign out<span className="sr-only"> of {session.device}</span>
        </Button>
      )}
    </li>
  )
}
