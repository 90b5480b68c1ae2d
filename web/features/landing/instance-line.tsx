import Database from 'lucide-react/icons/database'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { instanceCountsEndpoint } from '#contract/instance-counts.ts'
import { useEndpoint } from '#web/use-endpoint.ts'
import { countsMessage } from './counts-messages.ts'

/** True from the moment the element has been on the screen. */
function useSeen() {
  const element = useRef<HTMLParagraphElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (element.current === null) return
    const watcher = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watcher.observe(element.current)
    return () => watcher.disconnect()
  }, [])
  return { element, seen }
}

/** What this installation has, asked for when somebody gets as far as this. */
export function InstanceLine() {
  const { element, seen } = useSeen()
  const { data } = useEndpoint(instanceCountsEndpoint, { enabled: seen })
  return (
    <p ref={element} className="flex items-start gap-2.5 text-sm leading-6 text-pretty text-ink-soft">
      <Database aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>
        {data
          ? countsMessage(data, new Date()).join(' ')
          : 'This site searches the posts that its operator has brought in, and says with every answer how many.'}{' '}
        {data?.posts === 0 && data.searchedLiveCount + data.feeds === 0 ? (
          <>
            Is it yours?{' '}
            <Link to="/admin?tab=sources" className="font-medium text-ink underline underline-offset-4">
              Add the first source
            </Link>
            .
          </>
        ) : null}
      </span>
    </p>
  )
}
