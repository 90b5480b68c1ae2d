import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'
import { rowsAtOnce } from './visible-rows.ts'

/** The number of rows that means "all". It is above the maximum number of results. */
const mostRows = 10_000

function readRows(text: string | null): number {
  const rows = Number(text ?? rowsAtOnce)
  return Number.isInteger(rows) && rows > rowsAtOnce && rows <= mostRows ? rows : rowsAtOnce
}

export function readTool(params: URLSearchParams) {
  return {
    /** The selected need, identified by the key of the post whose words name it. */
    need: params.get('need') || null,
    onlySaved: params.get('saved') === '1',
    /** The key of the open post. */
    post: params.get('post') || null,
    rows: readRows(params.get('rows')),
    weak: params.get('weak') === '1',
  }
}

export type ToolAddress = ReturnType<typeof readTool>

export const toolNames = ['need', 'saved', 'post', 'rows', 'weak']

/** The URL with these parts changed; defaults are omitted. */
export function writeTool(params: URLSearchParams, part: Partial<ToolAddress>): URLSearchParams {
  const { need, onlySaved, post, rows, weak } = { ...readTool(params), ...part }
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) =>
    value === null ? next.delete(name) : next.set(name, value)
  set('need', need)
  set('saved', onlySaved ? '1' : null)
  set('post', post)
  set('rows', rows > rowsAtOnce ? String(rows) : null)
  set('weak', weak ? '1' : null)
  return next
}

type WriteAddress = (address: URLSearchParams) => URLSearchParams

/** The URL's parameters, and a setter that is a stable function. */
export function useAddress(): [URLSearchParams, (write: WriteAddress, how?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const latest = useRef(setParams)
  useEffect(() => {
    latest.current = setParams
  })
  const change = useCallback(
    (write: WriteAddress, how: NavigateOptions = { replace: true }) => latest.current(write, how),
    [],
  )
  return [params, change]
}

export function useToolAddress() {
  const [params, setParams] = useAddress()
  const change = useCallback(
    (part: Partial<ToolAddress>, how?: NavigateOptions) =>
      setParams((address) => writeTool(address, part), how),
    [setParams],
  )
  return { tool: readTool(params), change, setParams }
}
