/** The line below the name of a signed-in user. */
export function SearchLead() {
  return (
    <p className="mt-2 text-lg text-pretty text-ink-soft">
      Search public discussions for problems that people would like solved.
    </p>
  )
}
