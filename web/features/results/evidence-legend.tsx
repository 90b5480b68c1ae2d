/** What the marks mean; they differ in their line as well as in colour. */
export function EvidenceLegend() {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span>
        <mark className="mark-for px-0.5 text-ink">solid line</mark> speaks for a need
      </span>
      <span>
        <mark className="mark-against px-0.5 text-ink">dashed line</mark> speaks against it
      </span>
      <span>
        <mark className="mark-told text-ink">dotted line</mark> shows a signal, no points
      </span>
    </p>
  )
}
