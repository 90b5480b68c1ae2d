import { Skeleton } from './skeleton.tsx'

export function PageSkeleton() {
  return (
    // As high as the window, so that the footer does not move when the page loads.
    <div className="flex min-h-dvh flex-col gap-6 py-12">
      <p role="status" className="sr-only">
        Loading
      </p>
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-5 w-96 max-w-full" />
      <Skeleton shape="card" className="mt-4 h-48 w-full" />
      <Skeleton shape="card" className="h-48 w-full" />
    </div>
  )
}
