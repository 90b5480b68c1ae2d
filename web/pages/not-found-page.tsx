import { ButtonLink, MainLink } from '#web/features/site/button-link.tsx'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'

export function NotFoundPage() {
  useDocumentTitle('404 Page Not Found · Unmet')
  return (
    <div className="flex flex-col items-start py-24 sm:py-32">
      <meta name="robots" content="noindex" />
      <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
        <mark className="mark-against px-1 decoration-4">404</mark> Page Not Found
      </h1>
      <p className="mt-4 text-lg text-ink-soft">Did you forget to add the page to the router?</p>
      <p className="mt-4 max-w-prose text-pretty">
        There is no page at this address: the link may be cut off, or the page has moved.
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-3">
        <MainLink to="/">Go to the search</MainLink>
        <ButtonLink to="/scoring" size="medium">
          How the score is made
        </ButtonLink>
        <ButtonLink to="/contact" size="medium">
          Contact
        </ButtonLink>
      </div>
    </div>
  )
}
