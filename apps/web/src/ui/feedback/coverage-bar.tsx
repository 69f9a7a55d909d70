import { cva } from 'class-variance-authority'
import { useWords } from '../../i18n/words.ts'

type CoverageBarProps = {
  needed: number
  confirmed: number
  size: 'tall' | 'slim' | 'row'
  className?: string
}

const barClass = cva('flex', {
  variants: {
    size: { tall: 'h-3 gap-0.75', slim: 'h-2 gap-0.75', row: 'h-1.5 gap-0.5' },
  },
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
        nobody: 'border-line-strong bg-surface forced-colors:bg-[Canvas]',
      },
    },
  },
)

/** More people are shown as two parts instead of a segment each. */
const MOST_SEGMENTS = 12

/** Shows the places of a shift (D37), never more than are needed. The label names people beyond the places. */
export function CoverageBar({ needed, confirmed, size, className = '' }: CoverageBarProps) {
  const t = useWords()
  const missing = Math.max(0, needed - confirmed)
  const parts = [
    { kind: 'confirmed', count: needed - missing },
    { kind: 'nobody', count: missing },
  ] as const
  const label = [
    t('coverage.all', { confirmed, needed }),
    ...(missing > 0 ? [t('coverage.missing', { count: missing })] : []),
  ]
  return (
    <span className={`block ${className}`}>
      <span aria-hidden="true" className={barClass({ size })}>
        {parts.map(({ kind, count }) =>
          needed <= MOST_SEGMENTS
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
      <span className="sr-only">{label.join(', ')}</span>
    </span>
  )
}
