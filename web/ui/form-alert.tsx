import { clsx } from 'clsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { Callout } from './callout.tsx'

type FormAlertProps = { id?: string; className?: string; children: ReactNode }

/** A live region for the error of a form. */
export function FormAlert({ id, className, children }: FormAlertProps) {
  return (
    <div role="alert" id={id} className="empty:hidden">
      {children ? (
        <Callout tone="danger" icon={<CircleAlert />} className={clsx('wrap-anywhere', className)}>
          {children}
        </Callout>
      ) : null}
    </div>
  )
}
