import Radio from 'lucide-react/icons/radio'
import { Link } from 'react-router'
import { buttonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useSources } from './use-sources.ts'

/** Stands at the head of the operator's area as long as nothing that is asked has brought a post. */
export function FirstSource() {
  const { data } = useSources()
  if (data === undefined || data.sources.some(({ state, posts }) => state === 'on' && posts > 0)) return null
  const asked = data.sources.filter(({ state }) => state === 'on')
  return (
    <Callout tone="notice" icon={<Radio />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {asked.length === 0
            ? 'No source is asked yet: people search what was imported, or samples.'
            : `No post has come yet from ${asked.map(({ title }) => title).join(', ')}.`}
        </p>
        <Link to="?tab=sources" className={buttonLink()}>
          {asked.length === 0 ? 'Add a source' : 'See the sources'}
        </Link>
      </div>
    </Callout>
  )
}
