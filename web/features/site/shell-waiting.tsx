import { LogoMark } from '#web/ui/logo-mark.tsx'
import { PageSkeleton } from '#web/ui/page-skeleton.tsx'

/** What stands in the shell until the code of its page has come: the head of every page, and the shape of one. */
export function ShellWaiting() {
  return (
    <div className="flex min-h-dvh flex-col noscript:hidden">
      <div className="border-b border-line bg-canvas">
        <div className="mx-auto flex h-16 max-w-5xl items-center px-4 sm:px-6">
          <div className="flex items-center gap-2.5">
            <LogoMark className="size-8" />
            <span className="text-lg font-semibold tracking-tight">Unmet</span>
          </div>
        </div>
      </div>
      <div className="mx-auto w-full max-w-5xl flex-1 px-4 sm:px-6">
        <PageSkeleton />
      </div>
    </div>
  )
}
