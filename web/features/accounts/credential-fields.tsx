import type { ComponentProps, MouseEvent } from 'react'
import * as z from 'zod/mini'
import { PasswordField, TextField } from '#web/ui/text-field.tsx'

export const passwordAdvice = 'At least 8 characters. A phrase of 15 or more is far harder to guess.'

const kinds = {
  email: { label: 'Email', name: 'email', type: 'email' },
  username: { label: 'Username', name: 'username', type: 'text' },
} as const

type IdentityFieldProps = Pick<ComponentProps<typeof TextField>, 'defaultValue' | 'hint'> & {
  kind: keyof typeof kinds
}

/** The sign-in name: an e-mail address for users, a user name for the operator. */
export function IdentityField({ kind, ...input }: IdentityFieldProps) {
  return <TextField {...kinds[kind]} verbatim autoComplete="username" {...input} />
}

type SignInFieldsProps = {
  kind: keyof typeof kinds
  /** Called with the name typed so far. */
  onForgot: (typed: string) => void
}

export function SignInFields({ kind, onForgot }: SignInFieldsProps) {
  const forgot = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const typed = currentTarget.form?.elements.namedItem(kind)
    onForgot(typed instanceof HTMLInputElement ? typed.value : '')
  }
  return (
    <>
      <IdentityField kind={kind} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
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

/** A new password and its confirmation in `confirmPassword`. */
export function NewPasswordFields(props: { label?: string; name?: string; hint?: string }) {
  const { label = 'New Password', name = 'password', hint = passwordAdvice } = props
  return (
    <>
      <PasswordField label={label} name={name} autoComplete="new-password" hint={hint} />
      <PasswordField label="Confirm Password" name="confirmPassword" autoComplete="new-password" />
    </>
  )
}

type Names = { firstName: string | null; lastName: string | null }

const nameFields = [
  { label: 'First Name', name: 'firstName', autoComplete: 'given-name' },
  { label: 'Last Name', name: 'lastName', autoComplete: 'family-name' },
] as const

export function NameFields({ values }: { values?: Names }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      {nameFields.map((field) => (
        <TextField
          key={field.name}
          {...field}
          dir="auto"
          defaultValue={values && (values[field.name] ?? '')}
        />
      ))}
    </div>
  )
}

/** A rule for forms: `confirmPassword` has to equal `field`. */
export function passwordsMatch<F extends string>(field: F) {
  return z.refine<Record<F | 'confirmPassword', string>>((form) => form[field] === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
  })
}

export const confirmation = z
  .string('Please confirm your password')
  .check(z.minLength(1, 'Please confirm your password'))
