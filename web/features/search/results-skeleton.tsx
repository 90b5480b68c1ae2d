import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The shape of results that are on their way. */
export function ResultsSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-4">
      <Skeleton className="h-8 w-72 max-w-full" />
      <Skeleton className="mb-2 h-5 w-96 max-w-full" />
      {['first', 'second', 'third'].map((name) => (
        <Card key={name} className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-4 p-4 sm:gap-x-6 sm:p-6">
          <Skeleton className="h-12 w-16 sm:h-14 sm:w-18" />
          <div className="flex flex-col gap-3 pt-1">
            <Skeleton className="h-5 w-11/12" />
            <Skeleton className="h-4 w-2/3" />
          </div>
          <div className="col-span-2 flex flex-col gap-3 sm:col-span-1 sm:col-start-2">
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-3/5" />
            <div className="flex gap-2 pt-1">
              <Skeleton shape="round" className="h-6 w-28" />
              <Skeleton shape="round" className="h-6 w-20" />
            </div>
          </div>
        </Card>
      ))}
    </div>
  )
}
