import { LandingSection } from './landing-section.tsx'

const steps = [
  {
    title: 'Type a keyword',
    text: 'Two or three words for a task, a trade or a tool: “donor list”, “chasing invoices”, “time tracking”. Quotes keep words together, and a minus leaves one out.',
  },
  {
    title: 'Read what scores high',
    text: 'Posts come best first. The marked words say why: somebody in pain, asking for a tool, patching it with a spreadsheet, ready to pay.',
  },
  {
    title: 'Go where the need is',
    text: 'Follow the link to the discussion, see who has the problem and what they tried, and take all results along as CSV.',
  },
]

/** How it works, in three steps. */
export function StepsSection() {
  return (
    <LandingSection title="From a keyword to a need in three steps">
      <ol className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-t-2 border-accent pt-5">
            <span
              aria-hidden="true"
              className="text-4xl font-semibold tracking-tight text-on-accent-soft tabular-nums"
            >
              {index + 1}
            </span>
            <h3 className="mt-2 text-lg font-semibold tracking-tight">{title}</h3>
            <p className="mt-1.5 leading-7 text-pretty text-ink-soft">{text}</p>
          </li>
        ))}
      </ol>
    </LandingSection>
  )
}
