import { cardClass } from '../page/card.ts'
import { Loading, Skeleton } from './skeleton.tsx'

/** Rows in their card, as high as those that come. `className`: height of a row. */
export function SkeletonRows({ rows, className = 'h-16' }: { rows: number; className?: string }) {
  return (
    <Loading className={cardClass({ padding: 'none', className: 'px-5 divide-y divide-line tablet:px-6' })}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={`flex items-center gap-6 ${className}`}>
          <Skeleton className="h-3.5 w-24 flex-none" />
          <Skeleton className="h-3.5 max-w-80 flex-1" />
          <Skeleton className="ml-auto h-3.5 w-16 flex-none max-tablet:hidden" />
        </div>
      ))}
    </Loading>
  )
}
