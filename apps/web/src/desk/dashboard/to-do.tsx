import { useMay } from '../../api/rights.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateSign } from '../../ui/feedback/state-bar.tsx'
import type { ShiftCoverage } from '../shifts/group-shifts.ts'
import type { ShownKind } from './filter-shifts.ts'
import { useText } from './texts.ts'

export type Sending = 'not_asked' | 'expired'

const signs = { not_asked: 'not_asked', expired: 'expired', missing: 'gap' } as const

/** What is left to do, if anything: the words list it, the button does it. */
export function ToDo({
  coverage,
  kind,
  onKind,
  onSend,
  onFill,
}: {
  coverage: ShiftCoverage
  kind: ShownKind | undefined
  onKind: (kind: ShownKind | undefined) => void
  onSend: (sending: Sending) => void
  onFill: () => void
}) {
  const t = useText()
  const mayPlan = useMay('plan')
  const { openParts } = useCoverageWords()
  const texts = new Map(openParts(coverage).map((part) => [part.kind, part.text]))
  const tasks = (['not_asked', 'expired', 'missing'] as const).filter((each) => coverage[each] > 0)
  if (!mayPlan || tasks.length === 0) return null
  return (
    <section
      aria-label={t('to_do.label')}
      className="mb-1 flex gap-2 rounded-control max-desktop:-mx-5 max-desktop:overflow-x-auto max-desktop:px-5 max-desktop:py-1 desktop:h-12 desktop:items-center desktop:justify-between desktop:bg-wait-soft desktop:pr-1.5 desktop:pl-4.5 @max-list:desktop:pl-3 print:hidden"
    >
      {tasks.map((task, index) => {
        const count = coverage[task]
        const isListed = kind === task
        const act = task === 'missing' ? onFill : () => onSend(task)
        return (
          <div
            key={task}
            className="flex flex-none items-center gap-3.5 whitespace-nowrap @max-list:gap-2 @max-list:text-compact"
          >
            <button
              type="button"
              className={`inline-flex min-h-11 items-center gap-2.5 font-semibold hover:underline aria-pressed:underline max-desktop:hidden ${task === 'missing' ? 'text-miss' : ''}`}
              aria-pressed={isListed}
              title={t(`filter.${task}`)}
              onClick={() => onKind(isListed ? undefined : task)}
            >
              <StateSign kind={signs[task]} className="h-3! w-5! @max-list:hidden" />
              {texts.get(task)}
            </button>
            <Button
              kind={index === 0 ? 'primary' : 'line'}
              className="min-h-9! rounded-small! px-3.5! text-compact max-desktop:min-h-11! max-desktop:bg-wait-soft! max-desktop:text-ink! max-desktop:[box-shadow:none]! @max-list:px-3!"
              onClick={act}
            >
              <StateSign kind={signs[task]} className="h-3! w-5! desktop:hidden" />
              <span className="desktop:@max-list:sr-only">
                {task === 'missing' ? t('to_do.missing') : t(`to_do.${task}`, { count })}
              </span>
              <span aria-hidden="true" className="hidden desktop:@max-list:inline">
                {task === 'missing' ? t('to_do.short_missing') : t(`to_do.short_${task}`, { count })}
              </span>
            </Button>
          </div>
        )
      })}
    </section>
  )
}
