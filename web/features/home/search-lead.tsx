/** What a signed-in person reads under their name. */
export function SearchLead() {
  return (
    <p className="mt-2 text-lg text-pretty text-ink-soft">
      Search public discussions for problems that people would like solved.
    </p>
  )
}
