import type { ComponentProps, RefObject } from 'react'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { FieldErrors as Errors } from './use-checked-form.ts'

/** What a new password needs, and what makes it good. */
export const passwordAdvice = 'At least 8 characters. A phrase of 15 or more is far harder to guess.'

const kinds = {
  email: { label: 'Email', name: 'email', type: 'email' },
  username: { label: 'Username', name: 'username', type: 'text' },
} as const

type IdentityFieldProps = Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'hint'> & {
  kind: keyof typeof kinds
  errors: Errors
}

/** Who signs in: a person by their address, the operator by a name. */
export function IdentityField({ kind, errors, ...input }: IdentityFieldProps) {
  return <TextField {...kinds[kind]} verbatim autoComplete="username" error={errors[kind]} {...input} />
}

type SignInFieldsProps = {
  kind: keyof typeof kinds
  errors: Errors
  form: RefObject<HTMLFormElement | null>
  /** Gets who was typed so far. */
  onForgot: (typed: string) => void
}

/** Who, and their password. */
export function SignInFields({ kind, errors, form, onForgot }: SignInFieldsProps) {
  const forgot = () => {
    const typed = form.current?.elements.namedItem(kind)
    onForgot(typed instanceof HTMLInputElement ? typed.value : '')
  }
  return (
    <>
      <IdentityField kind={kind} errors={errors} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
        aside={
          <button
            type="button"
            onClick={forgot}
            className="font-medium text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
          >
            Forgot password?
          </button>
        }
      />
    </>
  )
}

type NewPasswordFieldsProps = { label?: string; name?: string; hint?: string; errors: Errors }

/** A new password, typed twice: the second as `confirmPassword`. */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { label = 'New Password', name = 'password', hint = passwordAdvice, errors } = props
  return (
    <>
      <PasswordField label={label} name={name} autoComplete="new-password" error={errors[name]} hint={hint} />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </>
  )
}

type NameFieldsProps = { values?: { firstName: string | null; lastName: string | null }; errors: Errors }

/** What a person is called, side by side. */
export function NameFields({ values, errors }: NameFieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <TextField
        label="First Name"
        name="firstName"
        autoComplete="given-name"
        dir="auto"
        defaultValue={values && (values.firstName ?? '')}
        error={errors.firstName}
      />
      <TextField
        label="Last Name"
        name="lastName"
        autoComplete="family-name"
        dir="auto"
        defaultValue={values && (values.lastName ?? '')}
        error={errors.lastName}
      />
    </div>
  )
}
