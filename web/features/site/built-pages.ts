import { proPriceDollars } from '#contract/limits.ts'
import { factMark } from '#contract/site-facts.ts'

/** A page that is prerendered at build time: its title and the location of its code. */
export type BuiltPage = {
  path: string
  /** The name of the file in `web/dist`. */
  file: string
  title: string
  description: string
  /** The module that the page needs after the first interaction. */
  module: string
  /** Starts the app at once, because the page shows content that only the app can render. */
  alive?: boolean
  /** Excluded from the sitemap and from search engines. */
  unlisted?: boolean
}

export const homeTitle = 'Unmet: find the problems people already talk about'

/** A page whose URL, file and module have the same name. */
const page = (name: string, about: Omit<BuiltPage, 'path' | 'file' | 'module'>): BuiltPage => ({
  path: `/${name}`,
  file: `${name}.html`,
  module: `pages/${name}-page.tsx`,
  ...about,
})

export const builtPages: readonly BuiltPage[] = [
  {
    path: '/',
    file: 'home.html',
    title: homeTitle,
    description:
      'Type a keyword and read posts by people with a problem, each scored 0-100 for SaaS potential, with the words that earned the score.',
    module: 'pages/landing-page.tsx',
  },
  page('subscribe', {
    title: 'Upgrade to Pro · Unmet',
    description: `What Free and Pro include: Pro is $${proPriceDollars} a month for unlimited searches, advanced scores, persona analysis, filters and sorting. Cancel anytime.`,
  }),
  page('scoring', {
    title: 'How the score is made · Unmet',
    description:
      'How a post gets its score from 0 to 100, what each signal is worth, how well the scorer ranks posts, and what it cannot see.',
    alive: true,
  }),
  page('developers', {
    title: 'For developers · Unmet',
    description:
      'The interface for programs and agents: an API with keys, OpenAPI 3.1, MCP and a command line, each operation with examples in curl, TypeScript and Python.',
  }),
  page('privacy', {
    title: 'Privacy Policy · Unmet',
    description: 'What Unmet stores about you, for how long, who else sees it, and how to have it removed.',
  }),
  page('terms', {
    title: 'Terms of Service · Unmet',
    description:
      'The terms for using Unmet: accounts, the Pro plan, what scores are and are not, and the law.',
  }),
  page('contact', {
    title: 'Contact · Unmet',
    description: 'How to reach the operator of this site, have a post removed, or delete your account.',
  }),
  page('auth', {
    title: 'Sign in to Unmet · Unmet',
    description: `Sign in to Unmet, or create a free account with ${factMark('freeSearches')}.`,
    alive: true,
    unlisted: true,
  }),
  {
    // A path that sign-in never leads back to.
    path: '/api/404',
    file: '404.html',
    title: '404 Page Not Found · Unmet',
    description: 'There is no page at this address.',
    module: 'pages/not-found-page.tsx',
    unlisted: true,
  },
]
