import type { Event } from '@muster/contract/events'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { LaterMenu } from '../../ui/controls/later-menu.tsx'
import type { MenuEntry } from '../../ui/controls/menu.tsx'
import { StateBar } from '../../ui/feedback/state-bar.tsx'
import { cardClass } from '../../ui/page/card.ts'
import { Disclosure } from '../../ui/page/disclosure.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { editEventId, moreAboutId } from './event-ids.ts'
import { useText } from './texts.ts'

type EventLinesProps = {
  /** Folds them under this text. */
  summary?: string | undefined
  events: readonly Event[]
  /** Replaces the line of an event that is edited. */
  editorOf: (event: Event) => ReactNode
  entriesOf: (event: Event) => readonly MenuEntry[]
  onDuplicate: (event: Event) => void
}

/** Events that are over, or archived: a line each. */
export default function EventLines({ summary, events, editorOf, ...props }: EventLinesProps) {
  const list = (
    <ul className={cardClass({ padding: 'none', className: 'divide-y divide-line' })}>
      {events.map((event) => (
        <li key={event.id}>{editorOf(event) ?? <EventLine event={event} {...props} />}</li>
      ))}
    </ul>
  )
  return summary ? <Disclosure summary={summary}>{list}</Disclosure> : list
}

function EventLine({
  event,
  entriesOf,
  onDuplicate,
}: Pick<EventLinesProps, 'entriesOf' | 'onDuplicate'> & { event: Event }) {
  const t = useText()
  const mayPlan = useMay('plan')
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const { needed, confirmed } = event.coverage
  return (
    <article className="flex min-h-12 items-center gap-3 pl-4" aria-labelledby={id}>
      <div className="min-w-0 flex-1 items-center gap-3 py-2 desktop:flex">
        <p className="text-meta text-ink-2 tabular-nums desktop:w-44">
          {format.dayRange(event.event_date_start, event.event_date_end)}
        </p>
        <div className="min-w-0 flex-1 items-baseline gap-2 desktop:flex">
          <h3 className="truncate text-base font-bold desktop:max-w-2/3 desktop:flex-none">
            <Link id={id} to={paths.event(event.id)} className="text-inherit no-underline hover:underline">
              {event.name}
            </Link>
          </h3>
          {event.location && <p className="truncate text-ink-2">{event.location}</p>}
        </div>
      </div>
      {needed > 0 && (
        <div className="hidden items-center gap-3 desktop:flex">
          <span className="w-36">
            <StateBar coverage={{ ...event.coverage, new_time: 0 }} />
          </span>
          <p className="w-36 text-meta text-ink-2 tabular-nums">{t('confirmed_of', { confirmed, needed })}</p>
        </div>
      )}
      {mayPlan && (
        <div className="flex flex-none items-center pr-2">
          <Button
            kind="quiet"
            id={editEventId(event)}
            aria-describedby={id}
            onClick={() => onDuplicate(event)}
          >
            {t('duplicate')}
          </Button>
          <LaterMenu
            trigger={
              <IconButton id={moreAboutId(event)} label={t('more_named', { name: event.name })}>
                <Icon name="more" />
              </IconButton>
            }
            entries={entriesOf(event)}
          />
        </div>
      )}
    </article>
  )
}
