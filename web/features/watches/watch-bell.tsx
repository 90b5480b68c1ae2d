import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { buttonLink } from '#web/ui/button.tsx'
import { useWatches } from './use-watches.ts'

/** The number of new posts in all watches, shown in the header. */
export function WatchBell() {
  const { data } = useWatches()
  const fresh = data?.newPosts ?? 0
  const label = fresh === 0 ? 'Watches' : `Watches: ${fresh} new ${fresh === 1 ? 'post' : 'posts'}`
  return (
    <Link
      to="/watches"
      aria-label={label}
      title={label}
      className={`${buttonLink({ variant: 'quiet', size: 'icon' })} relative`}
    >
      <Bell aria-hidden="true" className="size-5" />
      {fresh === 0 ? null : (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums"
        >
          {fresh > 99 ? '99+' : fresh}
        </span>
      )}
    </Link>
  )
}
