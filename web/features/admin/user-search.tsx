import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'

const typingPauseMs = 300

type UserSearchProps = { value: string; onSearch: (search: string) => void }

/** Searches while the operator types, a moment after the last key. */
export function UserSearch({ value, onSearch }: UserSearchProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const search = useEffectEvent(onSearch)

  // The address changed by other means, such as "Clear Filter" or the way back.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return
    const timer = setTimeout(() => {
      sent.current = wanted
      search(wanted)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <search className="flex min-w-0 flex-col gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        Search users
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3 size-4 text-ink-soft"
        />
        <input
          id={id}
          type="search"
          value={typed}
          maxLength={limits.emailCharacters}
          onChange={(event) => setTyped(event.target.value)}
          placeholder="Email or name"
          autoComplete="off"
          spellCheck={false}
          className="h-10 w-full rounded-control border border-line-strong bg-surface pr-3 pl-9 text-base shadow-lift placeholder:text-ink-soft"
        />
      </div>
    </search>
  )
}
