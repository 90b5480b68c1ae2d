import { type ComponentProps, useEffect, useState } from 'react'
import { ApiError } from '#web/api-client.ts'
import { Button } from '#web/ui/button.tsx'

type RetryButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** The error; its response may have asked for a delay. */
  error: Error | null
  onRetry: () => unknown
}

/** Retries a failed request, once the server's delay is over. */
export function RetryButton({ error, onRetry, children = 'Try again', ...look }: RetryButtonProps) {
  const seconds = useSecondsLeft(error)
  const waits = seconds > 0
  return (
    <Button {...look} aria-disabled={waits || look['aria-disabled']} onClick={() => void onRetry()}>
      {children}
      {waits ? <span className="tabular-nums"> in {seconds} s</span> : null}
    </Button>
  )
}

/** The remaining delay that a failed response asked for, counted from when it is first shown. */
function useSecondsLeft(error: Error | null): number {
  const [counted, setCounted] = useState({ error, seconds: secondsOf(error) })
  if (counted.error !== error) setCounted({ error, seconds: secondsOf(error) })
  const { seconds } = counted
  useEffect(() => {
    if (seconds <= 0) return undefined
    const timer = setTimeout(() => setCounted({ error, seconds: seconds - 1 }), 1000)
    return () => clearTimeout(timer)
  }, [error, seconds])
  return seconds
}

const secondsOf = (error: Error | null) => (error instanceof ApiError ? Math.ceil(error.waitMs / 1000) : 0)
