/** A "U" whose right stroke is interrupted: the unmet need. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className} fill="none">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <path
        d="M9 8v8.5a7 7 0 0 0 10.5 6.06M23 8v4.5"
        className="stroke-on-accent"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <circle cx="22.7" cy="18.6" r="2.3" className="fill-on-accent" />
    </svg>
  )
}
