import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { showNotLoaded } from '#web/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { useSaved } from './saved-posts.ts'
import { useDeferred } from './use-deferred.ts'

export const loadSavedList = async () => (await import('./saved-list.tsx')).SavedList

/**
 * A link to the posts that are saved on this device, shown if no results are open. Hidden if no posts are
 * saved.
 */
export function SavedPostsLink() {
  const { posts } = useSaved()
  const [open, setOpen] = useState(false)
  const SavedList = useDeferred(loadSavedList, open, () => {
    setOpen(false)
    showNotLoaded('The list of saved posts')
  })
  if (posts.length === 0 && !open) return null
  return (
    <>
      <Button variant="quiet" className="-mx-3 -my-3 self-start" onClick={() => setOpen(true)}>
        <Bookmark className="size-4" />
        Saved posts ({posts.length})
      </Button>
      {SavedList === null ? null : <SavedList open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
