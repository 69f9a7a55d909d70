import type { ReactNode } from 'react'

export function LiveText({ pulsing = false, children }: { pulsing?: boolean; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-meta/body text-ink-2 tabular-nums">
      <span
        className={`size-2 flex-none rounded-full bg-ok-fill forced-colors:bg-[CanvasText] forced-colors:forced-color-adjust-none ${pulsing ? 'animate-breathe' : ''}`}
      />
      {children}
    </p>
  )
}
