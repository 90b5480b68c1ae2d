import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Callout } from './callout.tsx'

type FormAlertProps = { id?: string; children: ReactNode }

/** Where a form says what went wrong, as soon as something did. */
export function FormAlert({ id, children }: FormAlertProps) {
  return (
    <div role="alert" id={id} className="empty:hidden">
      {children ? (
        <Callout tone="danger" icon={<CircleAlert />}>
          {children}
        </Callout>
      ) : null}
    </div>
  )
}
