import { clsx } from 'clsx'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import type { Theme } from '#contract/result-themes.ts'
import { signalLabel } from '#web/features/search/signal-label.ts'
import { postKey } from './post-key.ts'

type ThemeListProps = {
  themes: readonly Theme[]
  chosen: string | null
  onChoose: (label: string | null) => void
  onOpenPost: (key: string) => void
}

/** The themes of a result: a press on one shows only its posts, its arrow tells more about it. */
export function ThemeList({ themes, chosen, onChoose, onOpenPost }: ThemeListProps) {
  return (
    <ul aria-label="Themes" className="-mx-2 flex flex-col gap-0.5">
      {themes.map((theme) => (
        <ThemeRow
          key={theme.label}
          theme={theme}
          chosen={theme.label === chosen}
          onChoose={() => onChoose(theme.label === chosen ? null : theme.label)}
          onOpenPost={onOpenPost}
        />
      ))}
    </ul>
  )
}

type ThemeRowProps = {
  theme: Theme
  chosen: boolean
  onChoose: () => void
  onOpenPost: (key: string) => void
}

function ThemeRow({ theme, chosen, onChoose, onOpenPost }: ThemeRowProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <li className={clsx('rounded-control', chosen && 'bg-accent-soft text-on-accent-soft')}>
      <div className="flex items-start">
        <button
          type="button"
          aria-pressed={chosen}
          onClick={onChoose}
          className={clsx(
            'min-w-0 flex-1 rounded-control px-2 py-2 text-left text-sm leading-5',
            !chosen && 'hover:bg-sunken',
          )}
        >
          <bdi className="block font-medium wrap-anywhere">{theme.label}</bdi>
          <span className={clsx('block text-xs leading-5 tabular-nums', !chosen && 'text-ink-soft')}>
            {theme.posts.length} posts, {theme.averageScore} on average
          </span>
        </button>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className={clsx(
            'grid size-9 shrink-0 place-items-center rounded-control',
            !chosen && 'hover:bg-sunken',
          )}
        >
          <ChevronDown
            aria-hidden="true"
            className={clsx('size-4 transition-transform', open && 'rotate-180')}
          />
          <span className="sr-only">More about the theme {theme.label}</span>
        </button>
      </div>
      <div id={id} hidden={!open} className="px-2 pb-3">
        {open ? <ThemeDetails theme={theme} onOpenPost={onOpenPost} /> : null}
      </div>
    </li>
  )
}

const quotesShown = 4

function ThemeDetails({ theme, onOpenPost }: { theme: Theme; onOpenPost: (key: string) => void }) {
  const communities = theme.communities.filter((name) => name !== '')
  return (
    <div className="flex flex-col gap-2 text-xs leading-5">
      {communities.length === 0 ? null : (
        <p className="wrap-anywhere">
          In <bdi>{communities.slice(0, 3).join(', ')}</bdi>
          {communities.length > 3 ? ` and ${communities.length - 3} more` : null}. Best score {theme.maxScore}
          .
        </p>
      )}
      <ul className="flex flex-col gap-1">
        {theme.evidence.slice(0, quotesShown).map((one) => (
          <li key={`${postKey(one)} ${one.signal} ${one.words}`}>
            <button
              type="button"
              onClick={() => onOpenPost(postKey(one))}
              className="w-full border-l-2 border-mark-line py-0.5 pl-2.5 text-left wrap-anywhere hover:underline"
            >
              <bdi>“{one.words.replace(/\s+/gu, ' ')}”</bdi>
              <span className="sr-only">, {signalLabel(one.signal)}, opens the post</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
