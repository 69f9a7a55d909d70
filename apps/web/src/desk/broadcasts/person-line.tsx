import type { ReactNode } from 'react'

export function PersonLine({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-2 wrap-anywhere offscreen-10">
      <span>{name}</span>
      <span className="text-meta text-ink-2">{children}</span>
    </li>
  )
}
