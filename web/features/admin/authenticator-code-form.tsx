import { renderSVG } from 'uqr'
import type * as z from 'zod/mini'
import { confirmSecondFactorEndpoint, type startSecondFactorEndpoint } from '#contract/admin.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { callAdmin, operatorKey } from './admin-call.ts'

export type AuthenticatorSecret = z.output<typeof startSecondFactorEndpoint.output>

type AuthenticatorCodeFormProps = {
  secret: AuthenticatorSecret
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Shows the secret for an authenticator app, and asks for a first code to verify it. */
export function AuthenticatorCodeForm({ secret, onConfirmed, onClose }: AuthenticatorCodeFormProps) {
  return (
    <ActionForm
      schema={confirmSecondFactorEndpoint.body}
      run={(body) => callAdmin(confirmSecondFactorEndpoint, body)}
      invalidates={[operatorKey]}
      onDone={({ recoveryCodes }) => onConfirmed(recoveryCodes)}
      toast={{ title: 'Two-step sign-in is on' }}
      failed={{ title: 'Not turned on', words: 'That did not work. Please try again.' }}
      fieldOfError={{ wrong_second_factor: 'code' }}
      leave={{ onCancel: onClose }}
      submit="Turn on"
      pendingLabel="Checking..."
    >
      <SecretForApp secret={secret} />
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={(field) => field?.focus()}
        hint="The six digits that the app shows now."
      />
    </ActionForm>
  )
}

function SecretForApp({ secret: { otpauthUrl, secret } }: Pick<AuthenticatorCodeFormProps, 'secret'>) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-control bg-sunken p-5 text-sm">
      {/* The QR code is dark on light in both themes. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(otpauthUrl, { border }))}`}
        alt="QR code for your authenticator app"
        className="size-48 rounded-md"
      />
      <p className="text-center text-pretty">
        Scan this with the app, or{' '}
        <a href={otpauthUrl} className="font-medium underline underline-offset-4">
          open it on this device
        </a>
        , or type this key:
      </p>
      <code className="text-center font-mono font-medium tracking-wide select-all">
        {secret.match(/.{1,4}/gu)?.join(' ')}
      </code>
    </div>
  )
}

// The quiet zone around a QR code, in modules.
const border = 4
