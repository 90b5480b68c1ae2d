import { Skeleton } from '#web/ui/skeleton.tsx'

const rows = ['first', 'second', 'third', 'fourth', 'fifth']

export function ResultsSkeleton() {
  return (
    <div data-wide-page="" aria-hidden="true" className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-7 w-72 max-w-full" />
        <Skeleton className="h-4 w-full max-w-xl" />
      </div>
      <div className="grid gap-x-7 pt-9 lg:grid-cols-2 xl:grid-cols-[13.5rem_minmax(0,1fr)_minmax(0,1fr)]">
        <div className="flex flex-col gap-4 max-xl:hidden">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
        <div className="flex flex-col">
          {rows.map((name) => (
            <div key={name} className="flex gap-3 py-2.5">
              <Skeleton className="h-13 w-14 shrink-0" />
              <div className="flex flex-1 flex-col gap-2 pt-0.5">
                <Skeleton className="h-4 w-11/12" />
                <Skeleton className="h-4 w-full" />
                <Skeleton className="h-4 w-4/5" />
                <Skeleton className="h-3 w-2/3" />
              </div>
            </div>
          ))}
        </div>
        <Skeleton shape="card" className="h-[calc(100dvh-16rem)] max-lg:hidden" />
      </div>
    </div>
  )
}
