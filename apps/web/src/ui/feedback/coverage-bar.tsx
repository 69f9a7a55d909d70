import { cva } from 'class-variance-authority'
import { useWords } from '../../i18n/words.ts'

type CoverageBarProps = {
  needed: number
  confirmed: number
  pending?: number
  /** For a sum over shifts, where one that is overfilled hides no gap in another (D37). */
  missing?: number
  /** Up to how many people each has a segment; above, three parts. A wide bar bears more. */
  segments?: number
  size?: 'normal' | 'slim' | 'tight'
  className?: string
}

const barClass = cva('flex', {
  variants: {
    size: { normal: 'h-2.5', slim: 'h-2', tight: 'h-2' },
    dense: { true: 'gap-0.5', false: '' },
  },
  compoundVariants: [
    { size: 'tight', class: 'gap-0.5' },
    { size: ['normal', 'slim'], dense: false, class: 'gap-0.75' },
  ],
})

const partClass = cva(
  [
    'h-full min-w-0 rounded-segment border transition-[background-color] [print-color-adjust:exact]',
    '[i&]:flex-1 forced-colors:border-[CanvasText] forced-colors:forced-color-adjust-none',
  ],
  {
    variants: {
      kind: {
        confirmed: 'border-ok-fill bg-ok-fill forced-colors:bg-[CanvasText]',
        pending: 'bg-stripes border-wait-fill',
        nobody: 'border-line-strong bg-surface forced-colors:bg-[Canvas]',
      },
    },
  },
)

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
  size = 'normal',
  className = '',
}: CoverageBarProps) {
  const label = useCoverageLabel({ needed, confirmed, pending, missing })
  const solid = Math.min(confirmed, needed - missing)
  const striped = Math.min(pending, needed - missing - solid)
  const parts = [
    { kind: 'confirmed', count: solid },
    { kind: 'pending', count: striped },
    { kind: 'nobody', count: needed - solid - striped },
  ] as const
  const dense = needed > 12 && needed <= segments
  return (
    <span className={`block ${className}`}>
      <span aria-hidden="true" className={barClass({ size, dense })}>
        {parts.map(({ kind, count }) =>
          needed <= segments
            ? Array.from({ length: count }, (_, index) => (
                <i key={`${kind}-${index}`} data-kind={kind} className={partClass({ kind })} />
              ))
            : // The content security policy allows no style in the server's HTML; an svg brings its own width.
              count > 0 && (
                <svg
                  key={kind}
                  data-kind={kind}
                  className={partClass({ kind })}
                  width={`${(100 * count) / needed}%`}
                />
              ),
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
