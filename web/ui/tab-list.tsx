import { Tabs } from '@base-ui/react/tabs'

type TabListProps = { label: string; tabs: readonly { value: string; label: string }[] }

/** The row of tabs at the head of a card; stands inside `Tabs.Root`. */
export function TabList({ label, tabs }: TabListProps) {
  return (
    <Tabs.List
      aria-label={label}
      className="relative isolate grid auto-cols-fr grid-flow-col gap-1 rounded-control bg-sunken p-1"
    >
      {tabs.map((tab) => (
        <Tabs.Tab
          key={tab.value}
          value={tab.value}
          className="h-9 rounded-md text-sm font-medium text-ink-soft transition-colors hover:text-ink data-active:bg-surface data-active:text-ink data-active:shadow-lift"
        >
          {tab.label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  )
}
