import { encode } from 'uqr'
import type * as z from 'zod/mini'
import { confirmSecondFactorEndpoint, type startSecondFactorEndpoint } from '#contract/admin.ts'
import { useSentForm } from '#web/features/accounts/use-sent-form.ts'
import { DialogActions } from '#web/ui/modal-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { callAdmin } from './admin-call.ts'

type AuthenticatorCodeFormProps = {
  secret: z.output<typeof startSecondFactorEndpoint.output>
  onConfirmed: (recoveryCodes: readonly string[]) => void
  onClose: () => void
}

/** Hands the secret to an authenticator app, and asks for a first code as a proof that it arrived. */
export function AuthenticatorCodeForm({ secret, onConfirmed, onClose }: AuthenticatorCodeFormProps) {
  const { errors, formProps, pending } = useSentForm({
    schema: confirmSecondFactorEndpoint.body,
    send: (body) => callAdmin(confirmSecondFactorEndpoint, body),
    onSent: ({ recoveryCodes }) => {
      onConfirmed(recoveryCodes)
      showToast({ title: 'Two-step sign-in is on' })
    },
    failed: { title: 'Not turned on', words: 'That did not work. Please try again.' },
    fieldOfError: { wrong_second_factor: 'code' },
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <div className="flex flex-col items-center gap-4 rounded-control bg-sunken p-5 text-sm">
        <QrPicture text={secret.otpauthUrl} label="QR code for your authenticator app" />
        <p className="text-center text-pretty">
          Scan this with the app, or{' '}
          <a href={secret.otpauthUrl} className="font-medium underline underline-offset-4">
            open it on this device
          </a>
          , or type this key:
        </p>
        <code className="text-center font-mono font-medium tracking-wide select-all">
          {secret.secret.match(/.{1,4}/gu)?.join(' ')}
        </code>
      </div>
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={(field) => field?.focus()}
        error={errors.code}
        hint="The six digits that the app shows now."
      />
      <DialogActions onCancel={onClose} pending={pending} pendingLabel="Checking...">
        Turn on
      </DialogActions>
    </form>
  )
}

// Readers want this many light modules around the picture.
const border = 4

/** A text of some 2,000 letters at most as a QR code, dark on light in both themes. */
function QrPicture({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md bg-white text-black"
    >
      <path d={path} fill="currentColor" />
    </svg>
  )
}
