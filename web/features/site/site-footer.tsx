import { Link } from 'react-router'

export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-5xl flex-wrap items-baseline justify-between gap-x-8 gap-y-3 px-4 py-6 text-sm sm:px-6">
        <p className="text-ink-soft">
          Scores are computed from the words of each post, the same way every time. Read the post before you
          build on it.
        </p>
        <Link
          to="/scoring"
          className="font-medium underline decoration-line-strong underline-offset-4 hover:text-accent"
        >
          How the score is made
        </Link>
      </div>
    </footer>
  )
}
