import { Download, Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { exportUsersEndpoint, userPageEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { saveFile } from '#web/features/site/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, inputLook, SelectField } from '#web/ui/field.tsx'
import { fetchAdminDownload, useAdminAction, withQuery } from './admin-call.ts'

const pageSizes = [50, 100, limits.bulkDeleteMost] as const

const asked = userPageEndpoint.query.shape

/** The view of the users table, stored in the URL; missing or invalid parts have defaults. */
const userView = z.object({
  filter: z.catch(asked.filter, 'all'),
  sort: z.catch(asked.sort, 'newest'),
  search: z.catch(asked.search, ''),
  page: z.catch(asked.page, 1),
  size: z.catch(z.pipe(z.coerce.number(), z.literal(pageSizes)), pageSizes[0]),
})
export type UserView = z.infer<typeof userView>

export const readUserView = (params: URLSearchParams) => userView.parse(Object.fromEntries(params))

const filterLabels: Readonly<Record<UserView['filter'], string>> = {
  all: 'All Users',
  pro: 'Pro Only',
  free: 'Free Only',
  active: 'Active',
  recent: 'Recent (7d)',
}

const sortLabels: Readonly<Record<UserView['sort'], string>> = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  'most-active': 'Most Active',
  'least-active': 'Least Active',
  alphabetical: 'Alphabetical',
}

/** The URL of a view; defaults are omitted. */
export function userViewParams(view: UserView): Record<string, string> {
  const defaults: Readonly<Record<string, unknown>> = userView.parse({})
  const named = Object.entries(view).filter(([name, value]) => value !== defaults[name])
  return { tab: 'users', ...Object.fromEntries(named.map(([name, value]) => [name, `${value}`])) }
}

/** Every change, except to another page, leads back to page one. */
export function useUserView() {
  const [params, setParams] = useSearchParams()
  const view = readUserView(params)
  const change = (part: Partial<UserView>) =>
    setParams(userViewParams({ ...view, page: 1, ...part }), { replace: part.page === undefined })
  return { view, change }
}

const sizeLabels = Object.fromEntries(pageSizes.map((size) => [`${size}`, `${size} per page`]))

const fileName = 'unmet-users.csv'

type UsersToolbarProps = { view: UserView; onChange: (part: Partial<UserView>) => void }

export function UsersToolbar({ view, onChange }: UsersToolbarProps) {
  const exported = useAdminAction({
    run: async ({ filter, sort, search }: UserView) =>
      saveFile(await fetchAdminDownload(withQuery(exportUsersEndpoint, { filter, sort, search })), fileName),
    toast: { title: 'Download started', description: fileName },
    failed: { title: 'Download failed', words: 'Failed to export the users. Please try again.' },
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="user-management" className="text-lg font-semibold tracking-tight">
          User Management
        </h2>
        <Button aria-disabled={exported.isPending} onClick={() => exported.mutate(view)}>
          <Download className="size-4" />
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
          value={String(view.size)}
          options={sizeLabels}
          onChange={(size) => onChange({ size: Number(size) as UserView['size'] })}
        />
      </div>
    </>
  )
}

const typingPauseMs = 300

/** Searches a moment after the last key press. */
function UserSearch({ value, onSearch }: { value: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(value)
  const sent = useRef(value)
  const search = useEffectEvent(onSearch)

  // The URL was not changed by typing, but for example by "Clear Filter" or Back.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === sent.current) return undefined
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
            <Search className="pointer-events-none absolute top-3 left-3 size-4 text-ink-soft" />
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
