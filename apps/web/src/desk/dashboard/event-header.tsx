import type { Event } from '@muster/contract/events'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { Chevron } from '../../ui/page/chevron.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import type { ShiftCoverage } from '../shifts/group-shifts.ts'
import type { ShownKind } from './filter-shifts.ts'
import { useText } from './texts.ts'

/** Below the title: facts of the event beside its figures. On a phone the sum, which opens the rest. */
export function EventHeader({
  event,
  hasFacts,
  coverage,
  kind,
  onKind,
}: {
  event: Event
  /** False where the page names them. */
  hasFacts: boolean
  coverage: ShiftCoverage
  kind: ShownKind | undefined
  onKind: (kind: ShownKind | undefined) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const onPhone = isOpen ? '' : 'max-desktop:hidden print:block'
  return (
    <div
      className={`mb-3 grid min-h-11 items-center gap-x-12 desktop:mt-2 ${hasFacts ? '@list:grid-cols-[minmax(0,1fr)_min(620px,55%)]' : ''}`}
    >
      {hasFacts && <EventFacts event={event} className={`@max-list:desktop:hidden ${onPhone}`} />}
      <div>
        <Sum coverage={coverage} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
        <StateBar coverage={coverage} className="*:h-3!" />
        <div className={onPhone}>
          <Figures {...{ coverage, kind, onKind }} />
        </div>
      </div>
    </div>
  )
}

function Sum({
  coverage,
  isOpen,
  onToggle,
}: {
  coverage: ShiftCoverage
  isOpen: boolean
  onToggle: () => void
}) {
  const t = useText()
  const { confirmedOf, openParts } = useCoverageWords()
  const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })
  return (
    <button
      type="button"
      className="flex min-h-8 w-full items-center justify-between gap-3 text-compact text-ink-2 desktop:hidden print:hidden"
      aria-expanded={isOpen}
      title={t('details')}
      onClick={onToggle}
    >
      <span className="flex items-center gap-1.5">
        {confirmedOf(coverage)}
        <Chevron />
      </span>
      {missing && <b className="text-miss">{missing.text}</b>}
    </button>
  )
}

function EventFacts({ event, className }: { event: Event; className: string }) {
  const format = useDateFormat(event.time_zone)
  const facts = [format.dayRange(event.event_date_start, event.event_date_end), event.location]
  return (
    <div className={`min-w-0 ${className}`}>
      <div className="flex gap-x-2 text-meta/5.5 text-ink-2 max-desktop:flex-wrap">
        <p className="desktop:truncate">{facts.filter(Boolean).join(' · ')}</p>
        <TimesShownIn timeZone={event.time_zone} className="flex-none leading-5.5!" />
      </div>
      {event.notes && <Notes text={event.notes} key={event.id} />}
    </div>
  )
}

const figures = ['needed', 'confirmed', 'pending', 'declined', 'missing'] as const

/** What a figure lists when it is pressed. */
const kinds = {
  confirmed: 'unconfirmed',
  pending: 'pending',
  declined: 'declined',
  missing: 'missing',
} as const

function Figures({
  coverage,
  kind,
  onKind,
}: {
  coverage: ShiftCoverage
  kind: ShownKind | undefined
  onKind: (kind: ShownKind | undefined) => void
}) {
  const t = useText()
  const { openParts } = useCoverageWords()
  const parts = openParts({ ...coverage, missing: 0 }).map(({ text }) => text)
  return (
    <dl className="mt-1 flex flex-wrap justify-between gap-x-3 leading-7 lowercase">
      {figures.map((figure) => {
        const lists = figure === 'needed' ? undefined : kinds[figure]
        return (
          <Figure key={figure} value={coverage[figure]} isBad={figure === 'missing' && coverage.missing > 0}>
            {lists ? (
              <button
                type="button"
                className="group lowercase hover:underline aria-pressed:underline after:absolute after:inset-0"
                aria-pressed={kind === lists}
                title={figure === 'pending' ? parts.join(', ') : t(`filter.${lists}`)}
                onClick={() => onKind(kind === lists ? undefined : lists)}
              >
                <span
                  className={
                    figure === 'pending'
                      ? 'underline decoration-line-strong decoration-dotted underline-offset-4'
                      : ''
                  }
                >
                  {t(figure)}
                </span>
                {figure === 'pending' && parts.length > 0 && <Parts parts={parts} />}
              </button>
            ) : (
              t(figure)
            )}
          </Figure>
        )
      })}
    </dl>
  )
}

/** Says what the pending are, under the pointer or the focus. */
function Parts({ parts }: { parts: readonly string[] }) {
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none invisible absolute top-full left-0 z-20 flex gap-3 rounded-small bg-ink px-3 py-1.5 text-meta/snug whitespace-nowrap text-canvas group-hover:visible group-focus-visible:visible"
    >
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}

function Figure({ value, isBad, children }: { value: number; isBad: boolean; children: ReactNode }) {
  return (
    <div className={`relative flex flex-row-reverse items-baseline gap-1.25 ${isBad ? 'text-miss' : ''}`}>
      <dt className={`text-meta/7 @max-list:text-hint/7 ${isBad ? 'font-semibold' : 'text-ink-2'}`}>
        {children}
      </dt>
      <dd className="font-bold tabular-nums">{value}</dd>
    </div>
  )
}

function Notes({ text }: { text: string }) {
  const t = useText()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isLong, setIsLong] = useState(false)
  const [isWhole, setIsWhole] = useState(false)

  // `text` is not read, but it changes what is measured.
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
    setIsLong(text !== '' && scrollHeight > clientHeight + 1)
  }, [text])

  return (
    <div className="flex items-start gap-2 text-meta/5.5">
      <p ref={paragraph} className={isWhole ? 'max-w-[64ch]' : 'line-clamp-1'}>
        <Linkified text={text} isClamped={!isWhole} />
      </p>
      {isLong && (
        <button
          type="button"
          className="relative flex-none font-semibold text-primary after:absolute after:-inset-2.5"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'show_less' : 'show_more')}
        </button>
      )}
    </div>
  )
}
