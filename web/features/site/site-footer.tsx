export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <p className="mx-auto max-w-5xl px-4 py-6 text-sm text-ink-soft sm:px-6">
        Scores are computed from the words of each post, the same way every time. Read the post before you
        build on it.
      </p>
    </footer>
  )
}
