import type { Coverage } from '@muster/contract/rules/coverage'
import '../../styles/shifts.css'
import { useCoverageLabel } from './coverage-words.ts'

/** D67: the order on every bar. */
const kinds = ['confirmed', 'new_time', 'asked', 'not_asked', 'expired', 'missing'] as const
export type StateKind = (typeof kinds)[number]

/** More people are shown as proportions instead of a segment each. */
const MOST_SEGMENTS = 12

type Figures = Coverage & { new_time: number }

/** Shows the states of an organiser's places (D37, D67). The label names people beyond the places. */
export function StateBar({ coverage, className = '' }: { coverage: Figures; className?: string }) {
  const labelOf = useCoverageLabel()
  const isCounted = coverage.needed <= MOST_SEGMENTS
  return (
    <span className={`block ${className}`}>
      <span aria-hidden="true" className={`state-bar ${coverage.needed > 6 ? 'gap-0.5' : 'gap-0.75'}`}>
        {partsOf(coverage).map(({ kind, count }) =>
          isCounted
            ? Array.from({ length: count }, (_, index) => <i key={`${kind}-${index}`} data-kind={kind} />)
            : count > 0 && <i key={kind} data-kind={kind} style={{ flexGrow: count }} />,
        )}
      </span>
      <span className="sr-only">{labelOf(coverage)}</span>
    </span>
  )
}

/** One segment of the bar, for legends and lists. */
export function StateSign({ kind, className = '' }: { kind: StateKind | 'gap'; className?: string }) {
  return (
    <span aria-hidden="true" className={`state-bar h-2.5 w-4 flex-none ${className}`}>
      <i data-kind={kind} />
    </span>
  )
}

/** Of shifts with too many people together, each kind is cut to the places that are not missing. */
function partsOf(coverage: Figures): { kind: StateKind; count: number }[] {
  const { needed, missing, new_time } = coverage
  let room = needed - missing
  return kinds.map((kind) => {
    if (kind === 'missing') return { kind, count: missing + room }
    const present = kind === 'confirmed' ? coverage.confirmed - new_time : coverage[kind]
    const count = Math.min(room, present)
    room -= count
    return { kind, count }
  })
}
