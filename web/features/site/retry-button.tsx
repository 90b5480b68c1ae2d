import { type ComponentProps, useEffect, useState } from 'react'
import { ApiError } from '#web/api-client.ts'
import { Button } from '#web/ui/button.tsx'

type RetryButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** What failed; its answer may ask to be left alone for a while. */
  error: Error | null
  onRetry: () => unknown
}

/** Asks again for what could not be read, once the server is ready to be asked. */
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

/** How long the answer of a failure still asks to wait, counted from when it is first shown. */
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
