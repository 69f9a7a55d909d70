import { cva } from 'class-variance-authority'
import type { ReactNode } from 'react'

const highlightClass = cva('text-[inherit] forced-colors:underline', {
  variants: {
    kind: {
      spots: '-mx-2 -my-0.5 block rounded-small bg-primary-soft px-2 py-0.5',
      name: 'ml-0.5 rounded-small bg-ok-soft px-1.5 py-px font-semibold text-ok!',
    },
  },
})

export function Highlight({
  kind,
  isLit,
  children,
}: {
  kind: 'spots' | 'name'
  isLit: boolean
  children: ReactNode
}) {
  return isLit ? <mark className={highlightClass({ kind })}>{children}</mark> : <span>{children}</span>
}
