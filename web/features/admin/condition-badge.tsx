import type { AdminHealth } from '#contract/admin-overview.ts'
import { Badge } from '#web/ui/badge.tsx'

type Condition = AdminHealth['mail']['condition']

const looks = {
  ok: { variant: 'secondary', words: 'Working' },
  failing: { variant: 'notice', words: 'Failing' },
  unused: { variant: 'outline', words: 'Not used yet' },
  off: { variant: 'outline', words: 'Off' },
} as const satisfies Record<Condition, unknown>

/** How something outside did lately; `ok` are other words for what works. */
export function ConditionBadge({ condition, ok }: { condition: Condition; ok?: string | undefined }) {
  const { variant, words } = looks[condition]
  return (
    <Badge variant={variant} className="shrink-0">
      {condition === 'ok' && ok !== undefined ? ok : words}
    </Badge>
  )
}
