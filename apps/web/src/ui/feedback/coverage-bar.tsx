import { cva } from 'class-variance-authority'
import { type CoverageFigures, useCoverageLabel } from './coverage-words.ts'

type CoverageBarProps = CoverageFigures & {
  /** Maximum number of segments. More people are shown as three parts instead of a segment each. */
  segments?: number
  size?: 'tall' | 'normal' | 'slim' | 'tight' | 'row'
  className?: string
}

const barClass = cva('flex', {
  variants: {
    size: { tall: 'h-3', normal: 'h-2.5', slim: 'h-2', tight: 'h-2', row: 'h-1.5' },
    dense: { true: 'gap-0.5', false: '' },
  },
  compoundVariants: [
    { size: ['tight', 'row'], class: 'gap-0.5' },
    { size: ['tall', 'normal', 'slim'], dense: false, class: 'gap-0.75' },
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

/** Shows coverage (D37), never with more segments than people needed. The label names people beyond the places. */
export function CoverageBar({
  needed,
  confirmed,
  asked = 0,
  not_asked = 0,
  expired = 0,
  missing = Math.max(0, needed - confirmed - asked - not_asked - expired),
  segments = 12,
  size = 'normal',
  className = '',
}: CoverageBarProps) {
  const labelOf = useCoverageLabel()
  const solid = Math.min(confirmed, needed - missing)
  const striped = Math.min(asked + not_asked, needed - missing - solid)
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
      <span className="sr-only">{labelOf({ needed, confirmed, asked, not_asked, expired, missing })}</span>
    </span>
  )
}
