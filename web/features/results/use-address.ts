import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type WriteAddress = (address: URLSearchParams) => URLSearchParams

/** The parameters of the address, and the way to change them, which stays the same function while they change. */
export function useAddress(): [URLSearchParams, (write: WriteAddress, how: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  })
  const change = useCallback((write: WriteAddress, how: NavigateOptions) => latest.current(write, how), [])
  return [params, change]
}
