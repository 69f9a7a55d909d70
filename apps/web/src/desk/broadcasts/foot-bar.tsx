import type { ReactNode } from 'react'
import { stickyBarClass } from '../../ui/page/sticky-bar.ts'

export function FootBar({ status, children }: { status: ReactNode; children: ReactNode }) {
  return (
    <div className={stickyBarClass({ className: 'mt-3.5 gap-2 py-2! max-tablet:pr-4' })}>
      <div className="flex-[1_1_150px] max-tablet:basis-full">{status}</div>
      <div className="contents max-tablet:*:flex-auto desktop:*:px-4!">{children}</div>
    </div>
  )
}
