import { createContext, type ReactNode, useContext } from 'react'
import type { BriefNeed, Quote } from '#contract/search-brief.ts'
import { plainWords } from './markdown-edits.ts'
import { isWebAddress, OutsideLink } from './outside-link.tsx'
import { postKey } from './post-key.ts'
import { PostOpener } from './post-opener.tsx'
import { communityName, formatDay } from './post-words.ts'

export const postWords = { one: 'post', many: 'posts', place: 'community', places: 'communities' }

export type NeedsTools = {
  /** Whether the post with this key can be opened here. */
  canOpen: (key: string) => boolean
  open: (key: string) => void
  /** Omitted if posts have no URL of their own. */
  addressOf?: (key: string) => string
  words: typeof postWords
  /** The key of the selected need. */
  chosen: string | null
  choose: (key: string | null) => void
  more?: (need: BriefNeed) => ReactNode
}

/** Actions and labels for needs and their posts on this page. */
export const NeedsContext = createContext<NeedsTools>({
  canOpen: () => false,
  open: () => {},
  words: postWords,
  chosen: null,
  choose: () => {},
})

export const useNeedsTools = () => useContext(NeedsContext)

type PostLinkProps = {
  post: { source: string; id: string; url: string | null }
  className?: string
  children: ReactNode
}

/** Links to a post in the results if they contain it, else to the original discussion. */
export function PostLink({ post, className, children }: PostLinkProps) {
  const { canOpen, open, addressOf, words } = useNeedsTools()
  const key = postKey(post)
  if (canOpen(key)) {
    return (
      <PostOpener address={addressOf?.(key) ?? null} onOpen={() => open(key)} className={className}>
        {children}
        <span className="sr-only">, opens the {words.one}</span>
      </PostOpener>
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

export const oneLine = (words: string) => plainWords(words).replace(/\s+/gu, ' ').trim()

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
