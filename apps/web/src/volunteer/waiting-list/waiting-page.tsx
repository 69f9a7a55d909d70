import { hasStarted, isOver } from '@muster/contract/rules/shift-phase'
import type { WaitingPlace } from '@muster/contract/waiting-list'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { useRead } from '../../api/use-read.ts'
import { now } from '../../clock.ts'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { ResultTitle } from '../../ui/feedback/result-title.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { useDeadline } from '../../ui/hooks/use-deadline.ts'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { answerClass } from '../../ui/page/answer.ts'
import { WebCalendarLinks } from '../../ui/page/calendar-links.tsx'
import { EndPage } from '../../ui/page/end-page.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { focusTitleAfter, PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { readWaitingPlace, sendWaitingChange, type WaitingChange } from './api.ts'
import { useText } from './texts.ts'

const ANSWERS_ID = 'answers'

/** D44 */
export default function WaitingPage({ token }: { token: string }) {
  const { data, error, readAgain, store } = useRead(
    useCallback((signal: AbortSignal) => readWaitingPlace(token, signal), [token]),
  )
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    document.addEventListener('visibilitychange', refresh)
    return () => document.removeEventListener('visibilitychange', refresh)
  }, [readAgain])

  // Data read before the link was closed is no longer true.
  const place = isInvalid(error) ? undefined : data

  return (
    <PublicPage organization={data?.organization}>
      {place ? (
        <>
          <div className={answerClass()} ref={focusTitleAfter}>
            <Place
              token={token}
              place={place}
              onChanged={(changed) => store(() => changed)}
              onRefused={readAgain}
            />
          </div>
          <div className="mt-6">
            <OrganizerContact organization={place.organization.name} contact={place.contact} />
          </div>
        </>
      ) : (
        <NotLoaded error={error} onTryAgain={readAgain} />
      )}
    </PublicPage>
  )
}

/** A proxy may answer 404 for a server that is down, so only the API's code counts. */
function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'link_invalid'
}

function NotLoaded({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const t = useText()
  const words = useWords()
  if (error === undefined)
    return (
      <Loading className={answerClass({ className: 'grid gap-3' })}>
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-3 h-80" />
      </Loading>
    )
  if (error instanceof ApiError && error.status === 404)
    return (
      <EndPage title={t('unknown')} text={t('errors.unknown')}>
        <p>{t('latest_link')}</p>
      </EndPage>
    )
  return (
    <EndPage title={t('title')} text={errorText(error, t('errors.load'))}>
      <Button onClick={onTryAgain}>{words('try_again')}</Button>
    </EndPage>
  )
}

type PlaceProps = {
  token: string
  place: WaitingPlace
  onChanged: (place: WaitingPlace) => void
  /** Reads the place again, which may have changed. */
  onRefused: () => void
}

function Place(props: PlaceProps) {
  const { place } = props
  const { change, sending, refusal, done } = useChange(props)
  const isPlaceFree = refusal?.isPlaceFree === true && canJoin(place)
  const shown = { place, sending, done, isPlaceFree, onChange: change }
  return (
    <>
      <Head place={place} done={done} isPlaceFree={isPlaceFree} />
      <Ticket event={place.shift.role.event} role={place.shift.role} shift={place.shift}>
        <div id={ANSWERS_ID} tabIndex={-1}>
          <Answers {...shown} />
          <FormError text={refusal?.text} className="mt-3" />
        </div>
      </Ticket>
    </>
  )
}

function useChange({ token, place, onChanged, onRefused }: PlaceProps) {
  const t = useText()
  const focusNext = useFocusNext()
  const [sending, setSending] = useState<WaitingChange>()
  const [refusal, setRefusal] = useState<{ text: string; isPlaceFree: boolean }>()
  const [done, setDone] = useState<WaitingChange>()
  const change = async (status: WaitingChange) => {
    if (sending) return
    setSending(status)
    setRefusal(undefined)
    try {
      const changed = await sendWaitingChange(token, status, place.shift)
      setDone(status)
      onChanged(changed)
    } catch (error) {
      setRefusal({
        text: errorText(error, t('errors.change')),
        isPlaceFree: error instanceof ApiError && error.code === 'place_free',
      })
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        // The pressed button may soon be removed.
        focusNext(ANSWERS_ID)
        onRefused()
      }
    } finally {
      setSending(undefined)
    }
  }
  return { change, sending, refusal, done }
}

type Told = {
  place: WaitingPlace
  /** The change that the person has just made on this page. */
  done: WaitingChange | undefined
  /** True after a refusal because a place is free, so that nobody needs to wait. */
  isPlaceFree: boolean
}

/** Shows the title, which takes the focus after a press. */
function Head({ place, done, isPlaceFree }: Told) {
  const { title, text } = useSentences(place, done)
  const Title = done ? ResultTitle : PageTitle
  return (
    <>
      <Title title={title} key={place.status} />
      {!isPlaceFree && <p className="mt-2 text-ink-2">{text}</p>}
    </>
  )
}

function useSentences(
  { status, place, is_offer_withdrawn, offer_expires_at, person, shift }: WaitingPlace,
  done: WaitingChange | undefined,
) {
  const t = useText()
  const said = useDeadline(shift.role.event.time_zone)
  const { first_name: name } = person
  const isNext = place === null || place === 1
  const until = offer_expires_at ?? shift.start_dt
  const sentences = {
    ASKED: { title: t('asked.title', { name }), text: t('asked.text') },
    WAITING: {
      title: isNext ? t('waiting.next', { name }) : t('waiting.title', { name, place }),
      text: t(is_offer_withdrawn ? 'waiting.withdrawn' : 'waiting.text'),
    },
    OFFERED: {
      title: t('offered.title', { name }),
      text: t('offered.until', said(until)),
    },
    TAKEN:
      done === 'TAKEN'
        ? { title: t('taken.title', { name }), text: t('taken.text') }
        : { title: t('taken.has', { name }), text: t(hasBegun(shift) ? 'lapsed.over' : 'taken.link') },
    LAPSED: { title: t('lapsed.title'), text: t('lapsed.text') },
    LEFT: { title: t('left.title'), text: t('left.text') },
  }
  if (status === 'TAKEN' && isOver(shift, now().toISOString()))
    return { title: t('taken.over_title'), text: t('taken.over') }
  // The worker closes the waiting list only a little later.
  const hasEnded = hasBegun(shift) && status !== 'TAKEN' && status !== 'LEFT'
  return hasEnded ? { title: t('lapsed.over_title'), text: t('lapsed.over') } : sentences[status]
}

const hasBegun = (shift: WaitingPlace['shift']) => hasStarted(shift, now().toISOString())
const canJoin = ({ status, shift }: WaitingPlace) =>
  (status === 'ASKED' || status === 'LAPSED' || status === 'LEFT') && !hasBegun(shift)

type AnswersProps = Told & {
  sending: WaitingChange | undefined
  onChange: (change: WaitingChange) => void
}

function Answers({ place, isPlaceFree, sending, onChange }: AnswersProps) {
  const t = useText()
  const button = (change: WaitingChange, label: string, kind: 'primary' | 'line' = 'line') => (
    <Button
      size="big"
      kind={kind}
      busy={sending === change && t('sending')}
      aria-disabled={sending !== undefined}
      onClick={() => onChange(change)}
    >
      {label}
    </Button>
  )
  const { shift } = place
  const event_id = shift.role.event.id
  const event = <LinkButton href={publicPaths.publicEvent(event_id)} label={t('see_event')} />
  if (hasBegun(shift)) return event
  if (place.status === 'TAKEN')
    return (
      <div className="grid gap-3">
        {place.calendar_url && (
          <div className="grid gap-1">
            <a className={buttonClass({ size: 'big' })} href={place.calendar_url} download>
              <Icon name="calendar" />
              {t('calendar')}
            </a>
            <WebCalendarLinks event={shift.role.event} role={shift.role} shift={shift} />
          </div>
        )}
        {event}
        <LinkButton href={publicPaths.links} label={t('get_links')} />
      </div>
    )
  if (place.status === 'OFFERED')
    return (
      <div className="grid grid-cols-fit-34 gap-3">
        {button('TAKEN', t('take'), 'primary')}
        {button('LEFT', t('decline'))}
      </div>
    )
  if (place.status === 'WAITING') return button('LEFT', t('leave'))
  if (isPlaceFree)
    return <LinkButton href={publicPaths.signup(event_id, shift.id)} label={t('sign_up')} kind="primary" />
  return place.status === 'ASKED' ? button('WAITING', t('join'), 'primary') : button('WAITING', t('again'))
}

function LinkButton({
  href,
  label,
  kind = 'line',
}: {
  href: string
  label: string
  kind?: 'primary' | 'line'
}) {
  return (
    <PageLink href={href} className={buttonClass({ kind, size: 'big' })}>
      {label}
    </PageLink>
  )
}
