import { createContext, type ReactNode, useContext } from 'react'
import type { BriefNeed, Quote } from '#contract/search-brief.ts'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { postKey } from './post-key.ts'
import { communityName, formatDay } from './post-words.ts'

export const postWords = { one: 'post', many: 'posts', place: 'community', places: 'communities' }

/** Which posts can be opened here, and how; what they are called, and what else there is to say of a need. */
export type PostOpener = {
  canOpen: (key: string) => boolean
  open: (key: string) => void
  words: typeof postWords
  more?: (need: BriefNeed) => ReactNode
}

export const PostOpenerContext = createContext<PostOpener>({
  canOpen: () => false,
  open: () => {},
  words: postWords,
})

export const usePostOpener = () => useContext(PostOpenerContext)

type PostLinkProps = {
  post: { source: string; id: string; url: string | null }
  className?: string
  children: ReactNode
}

/** Leads to a post: to the one in the results, else to the discussion where it stands. */
export function PostLink({ post, className, children }: PostLinkProps) {
  const { canOpen, open, words } = usePostOpener()
  const key = postKey(post)
  if (canOpen(key)) {
    return (
      <button type="button" onClick={() => open(key)} className={className}>
        {children}
        <span className="sr-only">, opens the {words.one}</span>
      </button>
    )
  }
  if (!isWebAddress(post.url)) return <span className={className}>{children}</span>
  return (
    <OutsideLink url={post.url} className={className} said=", opens the discussion in a new tab">
      {children}
    </OutsideLink>
  )
}

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const oneLine = (words: string) => words.replace(/\s+/gu, ' ').trim()

export function NeedsQuote({ quote }: { quote: Quote }) {
  const day = formatDay(quote.createdAt)
  return (
    <span className="block border-l-2 border-mark-line pl-2.5 wrap-anywhere">
      <PostLink post={quote} className="text-left hover:underline">
        <bdi>“{oneLine(quote.words)}”</bdi>
      </PostLink>
      <span className="block text-xs text-ink-soft">
        <bdi>{communityName({ ...quote, sample: quote.url === null })}</bdi>
        {day === null ? null : `, ${day}`}
      </span>
    </span>
  )
}
