import type { Event } from '@muster/contract/events'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateSign } from '../../ui/feedback/state-bar.tsx'
import { RequestsTask } from '../requests/requests-task.tsx'
import { useRequests } from '../requests/use-requests.ts'
import type { ShiftCoverage } from '../shifts/group-shifts.ts'
import type { ShownKind } from './filter-shifts.ts'
import { useText } from './texts.ts'

export type Sending = 'not_asked' | 'expired'

const kinds = ['not_asked', 'expired', 'new_time', 'missing'] as const
type Task = (typeof kinds)[number]
const signs = { not_asked: 'not_asked', expired: 'expired', new_time: 'new_time', missing: 'gap' } as const

const actClass =
  'min-h-9! rounded-small! px-3.5! text-compact max-desktop:min-h-11! max-desktop:bg-wait-soft! max-desktop:text-ink! max-desktop:[box-shadow:none]! @max-list:px-3!'

/** What is left to do, if anything: the words list it, the button does it. */
export function ToDo({
  event,
  coverage,
  kind,
  onKind,
  onSend,
  onFill,
  onAnswer,
}: {
  event: Event
  coverage: ShiftCoverage
  kind: ShownKind | undefined
  onKind: (kind: ShownKind | undefined) => void
  onSend: (sending: Sending) => void
  onFill: () => void
  onAnswer: () => void
}) {
  const t = useText()
  const mayPlan = useMay('plan')
  const requests = useRequests(event)
  const { openParts } = useCoverageWords()
  const texts = new Map(openParts(coverage).map((part) => [part.kind, part.text]))
  const tasks = kinds.filter((each) => coverage[each] > 0)
  if (!mayPlan || (tasks.length === 0 && !requests.isShown)) return null
  const wordsOf = (task: Task) =>
    task === 'new_time' ? t('to_do.on_new_time', { count: coverage.new_time }) : texts.get(task)
  return (
    <section
      aria-label={t('to_do.label')}
      className="mb-1 flex gap-2 rounded-control max-desktop:-mx-5 max-desktop:overflow-x-auto max-desktop:px-5 max-desktop:py-1 desktop:min-h-12 desktop:flex-wrap desktop:gap-y-0 desktop:items-center desktop:justify-between desktop:bg-wait-soft desktop:pr-1.5 desktop:pl-4.5 @max-list:desktop:pl-3 print:hidden"
    >
      <RequestsTask {...requests} className={actClass} onAnswer={onAnswer} />
      {tasks.map((task, index) => {
        const isListed = kind === task
        const isFirst = index === 0 && requests.count === 0
        const look = { kind: isFirst ? 'primary' : 'line', className: actClass } as const
        const isShort = tasks.length + Number(requests.isShown) >= kinds.length
        const label = <ActLabel task={task} count={coverage[task]} isShort={isShort} />
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
              {wordsOf(task)}
            </button>
            {task === 'new_time' ? (
              <Link
                to={paths.event(event.id, '/broadcast', { to: 'new_time_open' })}
                className={buttonClass(look)}
              >
                {label}
              </Link>
            ) : (
              <Button {...look} onClick={task === 'missing' ? onFill : () => onSend(task)}>
                {label}
              </Button>
            )}
          </div>
        )
      })}
    </section>
  )
}

/** With four tasks there is room for the short words only. */
function ActLabel({ task, count, isShort }: { task: Task; count: number; isShort: boolean }) {
  const t = useText()
  const words = {
    not_asked: [t('to_do.not_asked', { count }), t('to_do.short_not_asked', { count })],
    expired: [t('to_do.expired', { count }), t('to_do.short_expired', { count })],
    new_time: [t('to_do.remind', { count }), t('to_do.remind', { count })],
    missing: [t('to_do.missing'), t('to_do.short_missing')],
  } as const
  const [long, short] = words[task]
  return (
    <>
      <StateSign kind={signs[task]} className="h-3! w-5! desktop:hidden" />
      <span className={isShort ? 'desktop:sr-only' : 'desktop:@max-list:sr-only'}>{long}</span>
      <span
        aria-hidden="true"
        className={`hidden ${isShort ? 'desktop:inline' : 'desktop:@max-list:inline'}`}
      >
        {short}
      </span>
    </>
  )
}
