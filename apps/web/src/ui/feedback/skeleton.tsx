import type { ReactNode } from 'react'
import { useWords } from '../../i18n/words.ts'

/** Appears after 300 ms, so that a quick answer does not flash. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={`block animate-skeleton rounded-small bg-line opacity-50 ${className}`}
      aria-hidden="true"
    />
  )
}

/** Wraps all skeletons of a place, so that loading is announced once. */
export function Loading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const t = useWords()
  return (
    <div aria-live="polite" aria-busy="true" className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}
