import type { ComponentProps, ReactNode } from 'react'
import { Button } from './button.tsx'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type'> & {
  pending: boolean
  /** What the button says while it works. */
  pendingLabel: string
  children: ReactNode
}

/** Sends a form. It stays focusable while it works, so that the keyboard does not lose its place. */
export function SubmitButton({ pending, pendingLabel, children, ...rest }: SubmitButtonProps) {
  return (
    <Button variant="primary" size="medium" {...rest} type="submit" aria-disabled={pending}>
      {pending ? pendingLabel : children}
    </Button>
  )
}
