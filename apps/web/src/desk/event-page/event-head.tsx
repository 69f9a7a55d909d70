import type { Event } from '@muster/contract/events'
import { DAY_MS } from '@muster/contract/rules/instants'
import { dayInZone } from '@muster/contract/rules/zone'
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useMay } from '../../api/rights.ts'
import { useDateFormat } from '../../format/dates.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { useNow } from '../../live/use-now.ts'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass, IconButton } from '../../ui/controls/button.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { eventKeys } from '../../ui/keys/keys.ts'
import { isSingleKey } from '../../ui/keys/single-keys.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { moreAboutId } from '../events/event-ids.ts'
import { type EventState, eventStateOf } from '../events/event-state.ts'
import { TONES } from '../events/state-badge.tsx'
import { useText as useEventText } from '../events/texts.ts'
import { useEventActs } from '../events/use-event-acts.tsx'
import { useText } from './texts.ts'

const ShareSheet = lazyPart(() => import('./share/share-sheet.tsx'))

/** The event's name as a path, when and where it is, its state, and what can be done with it. */
export function EventHead({ event }: { event: Event }) {
  const t = useText()
  const words = useEventText()
  return (
    <header>
      <div className="flex min-h-11 items-center gap-2 tablet:gap-4">
        <div className="flex min-w-0 flex-1 items-center text-lead/heading tracking-heading desktop:text-h2">
          <Link
            to={paths.events}
            className="flex-none font-normal text-ink-3 no-underline hover:underline max-tablet:hidden"
          >
            {words('title')}
          </Link>
          <span aria-hidden="true" className="mx-2.5 text-line-strong max-tablet:hidden">
            /
          </span>
          <PageTitle
            title={event.name}
            className="truncate text-[length:inherit]! leading-normal! font-bold!"
          >
            <span title={event.name}>{event.name}</span>
          </PageTitle>
        </div>
        <HeadButtons event={event} />
      </div>
      <div className="flex min-h-7 flex-wrap items-center gap-x-3.5 gap-y-1 text-compact text-ink-2">
        <p>{useFacts(event).join(' · ')}</p>
        <SignupBadge event={event} />
        {event.archived && <Badge tone="neutral">{t('archived')}</Badge>}
      </div>
    </header>
  )
}

/** Days before an event in which they are counted. */
const SOON_DAYS = 99

function useFacts({ event_date_start, event_date_end, time_zone, location }: Event): string[] {
  const format = useDateFormat(time_zone)
  const language = useLanguage()
  const now = useNow()
  const day = (instant: string) => Date.parse(dayInZone(instant, time_zone))
  const days = (day(event_date_start) - day(now)) / DAY_MS
  const when = format.dayRange(event_date_start, event_date_end)
  const inDays = new Intl.RelativeTimeFormat(locales[language], { numeric: 'auto' }).format(days, 'day')
  return [days >= 0 && days <= SOON_DAYS ? `${when}, ${inDays}` : when, ...(location ? [location] : [])]
}

function SignupBadge({ event }: { event: Event }) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const state = eventStateOf(event, useNow())
  const { signup_opens_at: opens, signup_closes_at: closes } = event
  const at = (instant: string | null) =>
    instant === null ? '' : `${format.day(instant)} ${format.time(instant)}`
  const texts: Record<EventState, string> = {
    draft: t('state.draft'),
    opens: t('state.opens', { at: at(opens) }),
    open: closes === null ? t('state.open') : t('state.open_until', { at: at(closes) }),
    full: t('state.full'),
    closed: t('state.closed'),
  }
  return (
    <Badge tone={TONES[state]}>
      {state === 'draft' && <Icon name="pencil" size="tiny" />}
      {texts[state]}
    </Badge>
  )
}

function HeadButtons({ event }: { event: Event }) {
  const t = useText()
  const words = useEventText()
  const mayPlan = useMay('plan')
  const navigate = useNavigate()
  const focusNext = useFocusNext()
  const [isSharing, setIsSharing] = useState(false)
  const focusMenu = ({ id }: { id: string }) => focusNext(moreAboutId({ id }))
  const acts = useEventActs([event], {
    closed: focusMenu,
    archived: focusMenu,
    published: focusMenu,
    deleted: () => void navigate(paths.events),
    copied: ({ id }) => void navigate(paths.event(id)),
  })
  const publicPage = useRef<HTMLAnchorElement>(null)
  useLoadAhead([ShareSheet])
  useEventKeys({
    s: () => setIsSharing(true),
    o: () => (mayPlan && !event.published ? acts.preview(event) : publicPage.current?.click()),
  })
  return (
    <div className="flex flex-none items-center gap-2 print:hidden">
      {event.published ? (
        <a
          ref={publicPage}
          href={publicPaths.publicEvent(event.id)}
          className={buttonClass({ kind: 'quiet', className: 'max-tablet:hidden' })}
        >
          <Icon name="out" size="medium" />
          {t('open_page')}
        </a>
      ) : (
        mayPlan && (
          <>
            <Button kind="quiet" className="max-tablet:hidden" onClick={() => acts.preview(event)}>
              {words('preview')}
            </Button>
            <Button kind="line" onClick={() => acts.publish(event)}>
              {words('publish')}
            </Button>
          </>
        )
      )}
      <Button
        aria-haspopup="dialog"
        className="max-tablet:size-11 max-tablet:px-0!"
        onClick={() => setIsSharing(true)}
      >
        <Icon name="share" size="medium" />
        <span className="max-tablet:sr-only">{t('share')}</span>
      </Button>
      {mayPlan && (
        <Menu
          trigger={
            <IconButton
              id={moreAboutId(event)}
              label={words('more_named', { name: event.name })}
              className="inner-border-line-strong"
            >
              <Icon name="more" />
            </IconButton>
          }
          entries={acts.entriesOfPage(event)}
        />
      )}
      {acts.dialog}
      {isSharing && (
        <Suspense fallback={null}>
          <ShareSheet
            event={event}
            onPublish={
              mayPlan
                ? () => {
                    setIsSharing(false)
                    acts.publish(event)
                  }
                : undefined
            }
            onClose={() => setIsSharing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Single keys, on all tabs of the event. */
function useEventKeys(acts: Record<(typeof eventKeys)[number], () => void>): void {
  const onKey = useEffectEvent((press: KeyboardEvent) => {
    const key = eventKeys.find((each) => each === press.key)
    if (!key || !isSingleKey(press)) return
    press.preventDefault()
    acts[key]()
  })
  useEffect(() => {
    const listen = (press: KeyboardEvent) => onKey(press)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
