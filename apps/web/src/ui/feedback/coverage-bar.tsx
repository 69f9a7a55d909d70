import { useWords } from '../../i18n/words.ts'

type CoverageBarProps = {
  needed: number
  confirmed: number
  pending?: number
  /** For a sum over shifts, where one that is overfilled hides no gap in another (D37). */
  missing?: number
  /** Up to how many people each has a segment; above, three parts. A wide bar bears more. */
  segments?: number
  slim?: boolean
  className?: string
}

/**
 * The sign of the house: as many segments as people are needed, solid for confirmed, striped for pending,
 * outlined for nobody yet. It never shows more than is needed: pending beyond the places are in the words.
 */
export function CoverageBar({
  needed,
  confirmed,
  pending = 0,
  missing = Math.max(0, needed - confirmed - pending),
  segments = 12,
  slim = false,
  className = '',
}: CoverageBarProps) {
  const label = useCoverageLabel({ needed, confirmed, pending, missing })
  const solid = Math.min(confirmed, needed - missing)
  const striped = Math.min(pending, needed - missing - solid)
  const parts = [
    { kind: 'confirmed', count: solid },
    { kind: 'pending', count: striped },
    { kind: 'nobody', count: needed - solid - striped },
  ]
  const dense = needed > 12 && needed <= segments
  return (
    <span className={`block ${className}`}>
      <span aria-hidden="true" className={`bar ${slim ? 'bar-slim' : ''} ${dense ? 'bar-dense' : ''}`}>
        {parts.map(({ kind, count }) =>
          needed <= segments
            ? Array.from({ length: count }, (_, index) => <i key={`${kind}-${index}`} className={kind} />)
            : // The content security policy allows no style in the server's HTML; an svg brings its own width.
              count > 0 && <svg key={kind} className={kind} width={`${(100 * count) / needed}%`} />,
        )}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** "2 of 4 confirmed, 1 pending, 1 missing": the bar in words. */
export function useCoverageLabel({
  needed,
  confirmed,
  pending,
  missing,
}: {
  needed: number
  confirmed: number
  pending: number
  missing: number
}): string {
  const t = useWords()
  return [
    t('coverage.all', { confirmed, needed }),
    pending > 0 ? t('coverage.pending', { pending }) : '',
    missing > 0 ? t('coverage.missing', { missing }) : '',
  ]
    .filter(Boolean)
    .join(', ')
}
