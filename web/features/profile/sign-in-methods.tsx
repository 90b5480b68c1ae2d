import { CircleAlert, CircleCheck } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import {
  type CurrentUser,
  givenPassword,
  type SignInError,
  type SignInProvider,
  signInProvider,
} from '#contract/accounts.ts'
import {
  type LinkedSignIn,
  linkSignInMethodEndpoint,
  listSignInMethodsEndpoint,
  removeSignInMethodEndpoint,
} from '#contract/sign-in-methods.ts'
import { callEndpoint } from '#web/api-client.ts'
import { signInMethodsKey } from '#web/current-user-cache.ts'
import { FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { providerNames } from '#web/features/accounts/sign-in-providers.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { ReadAgain } from '#web/features/site/read-again.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { useEndpoint } from '#web/use-endpoint.ts'

const linkProblems: Partial<Record<SignInError, string>> = {
  provider_unreachable: 'The other service did not answer. Nothing was changed; try again in a moment.',
  provider_refused: 'The other service did not sign you in. Nothing was changed; you can try again.',
  linked_elsewhere:
    'That account already signs in to another Unmet account. Sign in there and remove it first.',
}

/** The outcome of linking, when the browser comes back from the provider. */
export function LinkOutcome() {
  const [params] = useSearchParams()
  const linked = signInProvider.safeParse(params.get('linked'))
  const error = params.get('error')
  if (linked.success) {
    return (
      <Callout icon={<CircleCheck />} className="mb-8">
        <p role="status">{providerNames[linked.data]} now signs in to this account.</p>
      </Callout>
    )
  }
  if (error === null) return null
  const words = Object.entries(linkProblems).find(([code]) => code === error)?.[1]
  return (
    <Callout tone="danger" icon={<CircleAlert />} className="mb-8">
      <p role="alert">{words ?? 'The other service could not be linked. Please try again.'}</p>
    </Callout>
  )
}

type Asked = { open: boolean } & (
  | { kind: 'link'; provider: SignInProvider }
  | { kind: 'remove'; method: LinkedSignIn }
)

const nameOf = ({ provider, host }: LinkedSignIn) => (provider === null ? host : providerNames[provider])

/** The services that sign in to the account. Nothing is shown if there are none to list or to link. */
export function SignInMethods({ user }: { user: CurrentUser }) {
  const methods = useEndpoint(listSignInMethodsEndpoint, {
    queryKey: signInMethodsKey,
    refetchOnMount: 'always',
  })
  // Kept while the dialog closes, so that its text does not change.
  const [asked, setAsked] = useState<Asked | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  if (methods.isError && !methods.data) {
    return (
      <Section>
        <ReadAgain query={methods} words="The services could not be read." />
      </Section>
    )
  }
  const { linked = [], providers = [] } = methods.data ?? {}
  const open = providers.filter((provider) => !linked.some((one) => one.provider === provider))
  if (linked.length === 0 && open.length === 0) return null
  return (
    <Section headingRef={heading}>
      <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
        {linked.map((method) => (
          <LinkedRow
            key={method.id}
            method={method}
            onRemove={() => setAsked({ kind: 'remove', method, open: true })}
          />
        ))}
        {open.map((provider) => (
          <SettingsRow
            key={provider}
            title={providerNames[provider]}
            actions={
              <Button onClick={() => setAsked({ kind: 'link', provider, open: true })}>
                Link<span className="sr-only"> {providerNames[provider]}</span>
              </Button>
            }
          >
            Not linked.
          </SettingsRow>
        ))}
      </div>
      {asked === null ? null : (
        <AskedDialog
          asked={asked}
          user={user}
          heading={heading}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </Section>
  )
}

type SectionProps = { headingRef?: RefObject<HTMLHeadingElement | null>; children: ReactNode }

const Section = ({ headingRef, children }: SectionProps) => (
  <SettingsSection
    id="sign-in-methods"
    headingRef={headingRef}
    title="Sign-in methods"
    description="Other services that sign in to this account. Each change is told to you by mail."
  >
    {children}
  </SettingsSection>
)

function LinkedRow({ method, onRemove }: { method: LinkedSignIn; onRemove: () => void }) {
  const { email, provider, removable, linkedAt } = method
  return (
    <SettingsRow
      title={nameOf(method)}
      actions={
        removable ? (
          <Button onClick={onRemove}>
            Remove<span className="sr-only"> {nameOf(method)}</span>
          </Button>
        ) : null
      }
    >
      {email === null ? null : <span className="wrap-anywhere">{email}, </span>}
      linked on {formatLongDay(linkedAt)}.
      {provider === null ? ' This site no longer offers to sign in with it.' : null}
      {removable ? null : ' It is the only way to sign in. To remove it, first set a password above.'}
    </SettingsRow>
  )
}

const proof = z.object({ currentPassword: z.optional(givenPassword) })
const fieldOfError = { wrong_password: 'currentPassword' }
type DialogProps = {
  user: CurrentUser
  open: boolean
  onClose: () => void
  /** Gets the focus when a service and its button are removed. */
  heading: RefObject<HTMLElement | null>
}

function AskedDialog({ asked, ...dialog }: Omit<DialogProps, 'open'> & { asked: Asked }) {
  const { open } = asked
  if (asked.kind === 'link') return <LinkDialog {...dialog} open={open} provider={asked.provider} />
  return <RemoveDialog key={asked.method.id} {...dialog} open={open} method={asked.method} />
}

function Proof({ user }: { user: CurrentUser }) {
  if (!user.hasPassword) return null
  return <PasswordField label="Current Password" name="currentPassword" autoComplete="current-password" />
}

function LinkDialog({ user, provider, open, onClose }: DialogProps & { provider: SignInProvider }) {
  const name = providerNames[provider]
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Link ${name}?`}
      description={`You go to ${name} and choose the account there. Its email address can be another one.`}
      schema={proof}
      run={(body) => callEndpoint(linkSignInMethodEndpoint, { body: { ...body, provider } })}
      onDone={({ location }) => window.location.assign(location)}
      failed={{ title: 'Not Linked', words: `Failed to link ${name}. Please try again.` }}
      fieldOfError={fieldOfError}
      submit={`Continue to ${name}`}
      pendingLabel="Opening..."
    >
      <Proof user={user} />
    </FormDialog>
  )
}

function RemoveDialog({ user, method, open, onClose, heading }: DialogProps & { method: LinkedSignIn }) {
  const name = nameOf(method)
  const [done, setDone] = useState(false)
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Remove ${name}?`}
      description={`${name} will no longer sign in to this account. Browsers that are signed in stay signed in; you can sign them out below.`}
      schema={proof}
      run={(body) => callEndpoint(removeSignInMethodEndpoint, { params: { id: method.id }, body })}
      onDone={() => {
        setDone(true)
        onClose()
      }}
      findReturn={() => (done ? heading.current : null)}
      toast={{ title: `${name} Removed`, description: 'It no longer signs in to your account.' }}
      failed={{ title: 'Not Removed', words: `Failed to remove ${name}. Please try again.` }}
      fieldOfError={fieldOfError}
      invalidates={[signInMethodsKey]}
      variant="danger"
      submit="Remove"
      pendingLabel="Removing..."
    >
      <Proof user={user} />
    </FormDialog>
  )
}
