import { CallToAction } from './call-to-action.tsx'

/** The last word. */
export function ClosingSection() {
  return (
    <section
      aria-labelledby="closing"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-6 rounded-card bg-accent-soft px-6 py-9 text-on-accent-soft sm:px-10 sm:py-12"
    >
      <div className="max-w-xl">
        <h2 id="closing" className="text-2xl font-semibold tracking-tight text-balance sm:text-3xl">
          Somebody is asking for your product right now
        </h2>
        <p className="mt-2 text-lg leading-8 text-pretty">
          Search for what you know best. The account is free, and needs no card.
        </p>
      </div>
      <CallToAction look={{ variant: 'primary', size: 'large' }}>Start for free</CallToAction>
    </section>
  )
}
