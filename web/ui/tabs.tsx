import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

type TabsProps<V extends string> = {
  label: string
  tabs: readonly { value: V; label: string; panel: () => ReactNode }[]
  value: V
  onChange: (value: V) => void
  /** Small tabs are only as wide as their text. */
  small?: boolean
  listClass?: string
  panelClass: string
}

/** A tab list and the panel of the selected tab. The arrow keys select, as in the ARIA pattern. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, tabs, value, onChange, small = false, listClass, panelClass } = props
  const id = useId()
  const chosen = tabs.find((tab) => tab.value === value)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    // Negative indices count from the end.
    const ways: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: at - 1,
      Home: 0,
      End: -1,
    }
    const next = ways[event.key]
    const tab = next === undefined ? undefined : tabs.at(next)
    if (next === undefined || tab === undefined) return
    event.preventDefault()
    onChange(tab.value)
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
    buttons.at(next)?.focus()
  }
  return (
    <>
      <div
        role="tablist"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={press}
        className={clsx(
          'isolate gap-1 rounded-control bg-sunken p-1',
          small ? 'flex w-fit' : 'grid auto-cols-fr grid-flow-col',
          listClass,
        )}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={clsx(
              'rounded-md text-sm font-medium transition-colors',
              small ? 'h-8 px-3 whitespace-nowrap' : 'h-9',
              tab.value === value ? 'bg-surface text-ink shadow-lift' : 'text-ink-soft hover:text-ink',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className={panelClass}>
        {chosen?.panel()}
      </div>
    </>
  )
}
