import { Tabs } from '@base-ui/react/tabs'
import { useSearchParams } from 'react-router'
import { AuditLog } from './audit-log.tsx'
import { PillTabs } from './pill-tabs.tsx'
import { SearchActivity } from './search-activity.tsx'

const lists = [
  { value: 'searches', label: 'Searches' },
  { value: 'audit', label: 'Audit log' },
] as const

export function ActivityTab() {
  const [params, setParams] = useSearchParams()
  const shown = params.get('list') === 'audit' ? 'audit' : 'searches'
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(value) =>
        setParams(value === 'audit' ? { tab: 'activity', list: 'audit' } : { tab: 'activity' }, {
          replace: true,
        })
      }
    >
      <PillTabs label="What is listed" tabs={lists} />
      <Tabs.Panel value="searches" className="pt-6 outline-none" tabIndex={-1}>
        <SearchActivity />
      </Tabs.Panel>
      <Tabs.Panel value="audit" className="pt-6 outline-none" tabIndex={-1}>
        <AuditLog />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
