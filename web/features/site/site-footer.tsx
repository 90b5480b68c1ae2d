import { Link } from 'react-router'

const links = [
  { to: '/scoring', name: 'How the score is made' },
  { to: '/subscribe', name: 'Pricing' },
  { to: '/privacy', name: 'Privacy' },
  { to: '/terms', name: 'Terms' },
  { to: '/contact', name: 'Contact' },
]

export function SiteFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-5xl flex-wrap group-has-[[data-wide-page]]/shell:max-w-[92rem] items-baseline justify-between gap-x-10 gap-y-5 px-4 py-8 text-sm sm:px-6">
        <p className="max-w-md leading-6 text-pretty text-ink-soft">
          Scores are computed from the words of each post, the same way every time. Read the post before you
          build on it.
        </p>
        <nav aria-label="About this site">
          <ul className="flex flex-wrap gap-x-6 gap-y-3">
            {links.map(({ to, name }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="font-medium underline decoration-line-strong underline-offset-4 hover:decoration-current"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
