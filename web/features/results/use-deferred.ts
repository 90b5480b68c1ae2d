import { useEffect, useEffectEvent, useState } from 'react'

/** Loads a module on demand, and retries after a failure. Null until it is loaded. */
export function useDeferred<C>(load: () => Promise<C>, wanted: boolean, onFailure: () => void): C | null {
  const [loaded, setLoaded] = useState<{ code: C } | null>(null)
  const missing = wanted && loaded === null
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    if (!missing) return undefined
    let cancelled = false
    load().then(
      (code) => cancelled || setLoaded({ code }),
      () => cancelled || fail(),
    )
    return () => {
      cancelled = true
    }
  }, [missing, load])
  return loaded?.code ?? null
}
