import { Tabs } from '@base-ui/react/tabs'

type PillTabsProps = { label: string; tabs: readonly { value: string; label: string }[] }

/** A small choice at the head of a part of a page; goes inside `Tabs.Root`. */
export function PillTabs({ label, tabs }: PillTabsProps) {
  return (
    <Tabs.List aria-label={label} className="flex w-fit gap-1 rounded-control bg-sunken p-1">
      {tabs.map((tab) => (
        <Tabs.Tab
          key={tab.value}
          value={tab.value}
          className="h-8 rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink data-active:bg-surface data-active:text-ink data-active:shadow-lift"
        >
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
