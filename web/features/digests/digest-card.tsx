import { Mail } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { type Digest, weekdays } from '#contract/digests.ts'
import { limits } from '#contract/limits.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useChangeDigest, useDigest } from './use-digest.ts'

/** The digest of all watches by mail: when it is sent, or why it is not. */
export function DigestCard() {
  const id = useId()
  const read = useDigest()
  return (
    <section aria-labelledby={id}>
      <Card className="p-5 sm:p-6">
        <h2 id={id} className="flex items-center gap-2 text-lg font-semibold tracking-tight">
          <Mail aria-hidden="true" className="size-5 text-ink-soft" />
          Digest by mail
        </h2>
        {read.data === undefined ? (
          <div className="mt-4">
            {read.error === null ? (
              <Skeleton className="h-24 w-full" />
            ) : (
              <ReadAgain query={read} words="Your digest could not be read." />
            )}
          </div>
        ) : (
          <DigestSetting key={JSON.stringify(read.data)} digest={read.data} />
        )}
      </Card>
    </section>
  )
}

function DigestSetting({ digest }: { digest: Digest }) {
  const { unavailableBecause, email, isOn } = digest
  if (unavailableBecause !== null)
    return (
      <>
        <Words>{reasons[unavailableBecause]}</Words>
        {isOn ? <SwitchOff /> : null}
      </>
    )
  return (
    <>
      <Words>
        The best {limits.digestPosts} new posts of your watches, to{' '}
        <bdi className="wrap-anywhere">{email}</bdi>. If nothing is new, no mail is sent.
      </Words>
      <Ended digest={digest} />
      <DigestForm digest={digest} />
    </>
  )
}

const Words = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-sm leading-6 text-pretty text-ink-soft">{children}</p>
)

const reasons: Readonly<Record<NonNullable<Digest['unavailableBecause']>, ReactNode>> = {
  no_mail_server: 'No digest can be sent: the operator of this site has not set up a mail server (SMTP_URL).',
  switched_off: 'The operator of this site has turned digests off.',
  unconfirmed: (
    <>
      Digests are only sent to confirmed addresses. Your{' '}
      <Link to="/profile" className="underline underline-offset-4">
        profile
      </Link>{' '}
      can send you the link again.
    </>
  ),
}

function SwitchOff() {
  const change = useChangeDigest()
  return (
    <Button className="mt-4" aria-disabled={change.isPending} onClick={() => change.mutate({ isOn: false })}>
      Switch it off
    </Button>
  )
}

const endings = {
  unsubscribed: 'You unsubscribed with the link in a mail.',
  bounced: `Your mail server refused ${limits.digestBounces} digests in a row, so no more are sent.`,
}

function Ended({ digest: { endedBecause } }: { digest: Digest }) {
  const change = useChangeDigest()
  if (endedBecause === null) return null
  return (
    <Callout tone="notice" icon={<Mail />} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-48">{endings[endedBecause]}</p>
        <Button aria-disabled={change.isPending} onClick={() => change.mutate({ isOn: true })}>
          {endedBecause === 'unsubscribed' ? 'Undo' : 'Switch it on again'}
        </Button>
      </div>
    </Callout>
  )
}

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
const days = Object.fromEntries(weekdays.map((day) => [day, capital(day)])) as Record<
  Digest['weekday'],
  string
>
const frequencies = { off: 'Off', daily: 'Daily', weekly: 'Weekly' }

/** The time zones that the browser lists, and UTC and `known`, which it may accept without listing them. */
function listZones(...known: string[]): Record<string, string> {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...known])].sort()
  return Object.fromEntries(names.map((name) => [name, name.replaceAll('_', ' ')]))
}

function useDigestForm({ isOn, frequency, at, weekday, timeZone }: Digest) {
  const [zone, setZone] = useState(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone)
  const [chosen, setChosen] = useState<keyof typeof frequencies>(isOn ? frequency : 'off')
  const [time, setTime] = useState(at)
  const [day, setDay] = useState(weekday)
  const change = useChangeDigest()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending) return
    const when = { at: time, weekday: day, timeZone: zone }
    change.mutate(chosen === 'off' ? { isOn: false } : { isOn: true, frequency: chosen, ...when })
  }
  return { zone, setZone, chosen, setChosen, time, setTime, day, setDay, submit, isPending: change.isPending }
}

function DigestForm({ digest }: { digest: Digest }) {
  const form = useDigestForm(digest)
  const { chosen, zone } = form
  const [zones] = useState(() => listZones(zone))
  return (
    <form aria-label="Digest by mail" className="mt-4 flex flex-col gap-4" onSubmit={form.submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="How often" value={chosen} options={frequencies} onChange={form.setChosen} />
        {chosen === 'weekly' ? (
          <SelectField label="On" value={form.day} options={days} onChange={form.setDay} />
        ) : null}
        {chosen === 'off' ? null : (
          <>
            <TextField
              label="At"
              name="at"
              type="time"
              required
              value={form.time}
              onChange={(event) => form.setTime(event.target.value)}
            />
            <SelectField label="Time zone" value={zone} options={zones} onChange={form.setZone} />
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <SubmitButton size="small" pending={form.isPending} pendingLabel="Saving...">
          Save digest
        </SubmitButton>
        <NextDue digest={digest} />
      </div>
    </form>
  )
}

function NextDue({ digest: { nextDueAt, timeZone } }: { digest: Digest }) {
  if (nextDueAt === null) return null
  const zone = timeZone === null ? {} : { timeZone }
  const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', ...zone })
  return <p className="text-sm text-ink-soft tabular-nums">Next: {shown.format(new Date(nextDueAt))}</p>
}
