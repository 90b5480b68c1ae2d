import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

export class NoAddressError extends Error {
  constructor() {
    super('The server gave no address of a page to go to')
    this.name = 'NoAddressError'
  }
}

function requireAddress(given: string): string {
  const address = URL.parse(given)
  if (address === null || !/^https?:$/u.test(address.protocol)) throw new NoAddressError()
  return address.href
}

type ProviderPage = { ask: () => Promise<string>; onError: (error: Error) => void }

/** Asks for the address of a page of the payment provider and goes there. Pressing twice asks once. */
export function useProviderPage({ ask, onError }: ProviderPage) {
  // Two clicks come faster than a button is rendered again.
  const leaving = useRef(false)
  const visit = useMutation({
    mutationFn: async () => window.location.assign(requireAddress(await ask())),
    onError: (error) => {
      leaving.current = false
      onError(error)
    },
  })
  const { reset } = visit
  useEffect(() => {
    // "Back" may bring this page out of the browser's memory as it was left: waiting.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      leaving.current = false
      reset()
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  const go = () => {
    if (leaving.current) return
    leaving.current = true
    visit.mutate()
  }
  return { go, leaving: visit.isPending || visit.isSuccess, error: visit.error }
}
