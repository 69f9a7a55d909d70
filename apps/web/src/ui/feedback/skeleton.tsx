import type { ReactNode } from 'react'
import { useWords } from '../../i18n/words.ts'

/** Grey blocks of the true layout's height; they show after 300 ms, so that a quick answer does not flash. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span
      className={`block animate-skeleton rounded-small bg-line opacity-50 ${className}`}
      aria-hidden="true"
    />
  )
}

/** Around the skeletons of a place that is loading, so that it is said once. */
export function Loading({ children, className = '' }: { children: ReactNode; className?: string }) {
  const t = useWords()
  return (
    <div aria-live="polite" aria-busy="true" className={className}>
      <span className="sr-only">{t('loading')}</span>
      {children}
    </div>
  )
}
