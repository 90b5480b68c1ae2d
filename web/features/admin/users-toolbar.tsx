import { Download, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { exportUsersEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, inputLook, SelectField } from '#web/ui/field.tsx'
import { fetchAdminDownload, useAdminAction, withQuery } from './admin-call.ts'
import { filterLabels, pageSizes, selectionQuery, sortLabels, type UserView } from './user-view.ts'

const sizeLabels = Object.fromEntries(pageSizes.map((size) => [`${size}`, `${size} a page`]))

type UsersToolbarProps = { view: UserView; onChange: (part: Partial<UserView>) => void }

export function UsersToolbar({ view, onChange }: UsersToolbarProps) {
  const exported = useUsersExport()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="user-management" className="text-lg font-semibold tracking-tight">
          User Management
        </h2>
        <Button disabled={exported.isPending} onClick={() => exported.mutate(view)}>
          <Download aria-hidden="true" className="size-4" />
          {exported.isPending ? 'Exporting...' : 'Export CSV'}
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-4 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-3 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_9rem] lg:*:first:col-span-1">
        <UserSearch value={view.search} onSearch={(search) => onChange({ search })} />
        <SelectField
          label="Filter"
          value={view.filter}
          options={filterLabels}
          onChange={(filter) => onChange({ filter })}
        />
        <SelectField
          label="Sort"
          value={view.sort}
          options={sortLabels}
          onChange={(sort) => onChange({ sort })}
        />
        <SelectField
          label="Rows"
          value={`${view.pageSize}`}
          options={sizeLabels}
          onChange={(size) => onChange({ pageSize: Number(size) })}
        />
      </div>
    </>
  )
}

const fileName = 'unmet-users.csv'

function useUsersExport() {
  return useAdminAction({
    run: async (view: UserView) =>
      saveFile(await fetchAdminDownload(withQuery(exportUsersEndpoint, selectionQuery(view))), fileName),
    toast: { title: 'Download started', description: fileName },
    failed: { title: 'Download failed', words: 'Failed to export the users. Please try again.' },
  })
}

const typingPauseMs = 300

/** Searches while the operator types, a moment after the last key. */
function UserSearch({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
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
    <search className="min-w-0">
      <Field label="Search users">
        {(parts) => (
          <div className="relative">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute top-3 left-3 size-4 text-ink-soft"
            />
            <input
              {...parts}
              type="search"
              value={typed}
              maxLength={limits.emailCharacters}
              onChange={(event) => setTyped(event.target.value)}
              placeholder="Email or name"
              autoComplete="off"
              spellCheck={false}
              className={`${inputLook} h-10 pr-3 pl-9 text-base placeholder:text-ink-soft`}
            />
          </div>
        )}
      </Field>
    </search>
  )
}
