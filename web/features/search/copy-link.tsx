import Link2 from 'lucide-react/icons/link-2'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** A link to the keyword: whoever follows it finds the box filled in, and spends a search only by pressing the button. */
async function copyLink(keyword: string): Promise<void> {
  const address = new URL(`/?${new URLSearchParams({ q: keyword })}`, window.location.href).href
  try {
    await navigator.clipboard.writeText(address)
    showToast({
      title: 'Link copied',
      description:
        'It fills in the keyword for whoever opens it. No search is spent before they press the button.',
    })
  } catch {
    // Without https, or where the browser says no, there is no clipboard.
    showToast({ title: 'Copy this link', description: address })
  }
}

export function CopyLink({ keyword }: { keyword: string }) {
  return (
    <Button onClick={() => void copyLink(keyword)}>
      <Link2 aria-hidden="true" className="size-4" />
      Copy link
    </Button>
  )
}
