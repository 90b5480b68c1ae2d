import { useEffect, useEffectEvent, useState } from 'react'

/** Code that is fetched once it is wanted, and asked for again when that failed. Null until it is here. */
export function useDeferred<C>(load: () => Promise<C>, wanted: boolean, onFailure: () => void): C | null {
  const [loaded, setLoaded] = useState<{ code: C } | null>(null)
  const fail = useEffectEvent(onFailure)
  const missing = wanted && loaded === null
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
