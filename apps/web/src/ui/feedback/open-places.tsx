import { Fragment } from 'react'
import { type CoverageFigures, useCoverageWords } from './coverage-words.ts'

const partClass = {
  missing: 'font-semibold text-miss',
  asked: 'text-ink-2',
  not_asked: 'text-ink-2',
  expired: 'text-ink-3',
} as const

/** Shows "1 missing · 2 asked · 1 expired" (D37). A line must not break within a part. */
export function OpenPlaces({ coverage }: { coverage: CoverageFigures }) {
  const { openParts } = useCoverageWords()
  return openParts(coverage).map(({ kind, text }, index) => (
    <Fragment key={kind}>
      {index > 0 && <span className="text-ink-3"> · </span>}
      <span className={`whitespace-nowrap ${partClass[kind]}`}>{text}</span>
    </Fragment>
  ))
}
