import { Gauge, Search, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'

export function AuthSidePanel() {
  return (
    <aside
      aria-labelledby="auth-side-panel"
      className="rounded-card bg-accent-soft p-7 text-on-accent-soft sm:p-9 lg:flex lg:flex-col lg:justify-center"
    >
      <h2
        id="auth-side-panel"
        className="text-2xl leading-tight font-semibold tracking-tight text-balance sm:text-3xl"
      >
        Discover Your Next SaaS Opportunity
      </h2>
      <ul className="mt-8 flex flex-col gap-6">
        <Point icon={<Search />} title="Smart Search">
          Type a keyword and read posts by people who have the problem, from public discussions.
        </Point>
        <Point icon={<Users />} title="Target Personas">
          Each post shows a persona: the author’s role, inferred from the text.
        </Point>
        <Point icon={<Gauge />} title="Opportunity Scoring">
          Every post is scored 0-100 for SaaS potential, and shows the words that earned each point.
        </Point>
      </ul>
      <p className="mt-8 border-t border-current/20 pt-5 text-sm">
        Free users get {readSiteFacts().freeSearches}. No card needed.
      </p>
    </aside>
  )
}

function Point({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="grid size-10 shrink-0 place-items-center rounded-control bg-accent text-on-accent [&>svg]:size-5"
      >
        {icon}
      </span>
      <div>
        <h3 className="font-semibold">{title}</h3>
        <p className="mt-0.5 text-sm leading-6 text-pretty">{children}</p>
      </div>
    </li>
  )
}
