import type { Event } from '@muster/contract/events'
import type { Coverage } from '@muster/contract/rules/coverage'
import type { ReactNode } from 'react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { CoverageBar } from '../../ui/feedback/coverage-bar.tsx'
import { useCoverageWords } from '../../ui/feedback/coverage-words.ts'
import { cardClass } from '../../ui/page/card.ts'
import { Linkified } from '../../ui/page/linkified.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { useText } from './texts.ts'

export function EventHeader({ event, coverage }: { event: Event; coverage: Coverage }) {
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const dates = format.dayRange(event.event_date_start, event.event_date_end)
  return (
    <section
      className={cardClass({
        className: 'mb-6 grid gap-6 desktop:grid-cols-[minmax(0,1fr)_clamp(20rem,42%,452px)] desktop:gap-12',
      })}
      aria-labelledby={id}
    >
      <div>
        <h2 id={id} className="text-h2 font-bold">
          {event.name}
        </h2>
        <p className="text-ink-2">
          {event.location && `${event.location} · `}
          <span className="inline-block">{dates}</span>
        </p>
        <TimesShownIn timeZone={event.time_zone} />
        {event.notes && <Notes text={event.notes} key={event.id} />}
      </div>
      <div className="@container">
        <CoverageBar {...coverage} segments={40} />
        <Figures coverage={coverage} />
      </div>
    </section>
  )
}

function Figures({ coverage }: { coverage: Coverage }) {
  const t = useText()
  const { openParts } = useCoverageWords()
  return (
    <dl className="mt-4 flex justify-between gap-2 whitespace-nowrap @max-figures:grid @max-figures:grid-cols-fill-18">
      <Figure value={coverage.needed}>{t('needed')}</Figure>
      <Figure value={coverage.confirmed}>{t('confirmed')}</Figure>
      <Figure value={coverage.pending}>
        {t('pending')}
        {openParts({ ...coverage, missing: 0 }).map(({ kind, text }) => (
          // Wider than its column. If the row is one line, nothing is beside it.
          <span
            key={kind}
            className="block w-0 text-ink-3 @max-figures:w-auto @max-figures:whitespace-normal"
          >
            {text}
          </span>
        ))}
      </Figure>
      <Figure value={coverage.declined}>{t('declined')}</Figure>
      <Figure value={coverage.missing} isBad={coverage.missing > 0}>
        {t('missing')}
      </Figure>
    </dl>
  )
}

function Figure({ value, isBad = false, children }: { value: number; isBad?: boolean; children: ReactNode }) {
  return (
    <div className={`flex flex-col-reverse justify-end ${isBad ? 'text-miss' : ''}`}>
      <dt className={`text-hint ${isBad ? 'font-semibold' : 'text-ink-2'}`}>{children}</dt>
      <dd className="text-h2 font-bold tabular-nums">{value}</dd>
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
    <div className="mt-3 max-w-[52ch]">
      <p ref={paragraph} className={isWhole ? '' : 'line-clamp-3'}>
        <Linkified text={text} isClamped={!isWhole} />
      </p>
      {isLong && (
        <button
          type="button"
          className="min-h-11 font-semibold text-primary"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {t(isWhole ? 'show_less' : 'show_more')}
        </button>
      )}
    </div>
  )
}
