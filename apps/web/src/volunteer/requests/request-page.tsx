import type { OwnRequest } from '@muster/contract/requests'
import { groupBy } from '@muster/contract/rules/group-by'
import { useCallback, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useDateFormat } from '../../format/dates.ts'
import { locales, useLanguage } from '../../i18n/language.ts'
import { useWords } from '../../i18n/words.ts'
import { publicPaths } from '../../public-paths.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { cardClass } from '../../ui/page/card.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { TimesShownIn } from '../../ui/page/times-shown-in.tsx'
import { useText } from './texts.ts'

/** D52: what was asked with one form, behind the link of the e-mail. */
export default function RequestPage({ token }: { token: string }) {
  const { data, error, readAgain } = useRead(
    useCallback(
      (signal: AbortSignal) => call('requests', 'getOwnRequest', { params: { token }, signal }),
      [token],
    ),
  )
  return (
    <PublicPage organization={data?.organization}>
      {data ? <Asked token={token} asked={data} /> : <NotLoaded error={error} onTryAgain={readAgain} />}
    </PublicPage>
  )
}

function Asked({ token, asked }: { token: string; asked: OwnRequest }) {
  const t = useText()
  const [state, setState] = useState<'open' | 'taking_back' | 'taken_back' | 'ended' | { error: unknown }>(
    'open',
  )
  const { event, organization, contact, requests } = asked
  const count = new Set(requests.map(shiftOf)).size
  const takeBack = async () => {
    setState('taking_back')
    try {
      await call('requests', 'withdrawRequest', { params: { token } })
      setState('taken_back')
    } catch (error) {
      // Which of the two it was, approved or taken back, only the e-mail tells.
      setState(error instanceof ApiError && error.status === 404 ? 'ended' : { error })
    }
  }
  const to_event = (
    <PageLink href={publicPaths.publicEvent(event.id)} className={buttonClass({ kind: 'line' })}>
      {t('other_shifts')}
    </PageLink>
  )
  if (state === 'taken_back')
    return (
      <EndPage title={t('taken_back')} text={t('taken_back_text', { organization: organization.name })}>
        {to_event}
      </EndPage>
    )
  if (state === 'ended') return <Ended />
  return (
    <div className={answerClass()}>
      <PageTitle title={t('title')} />
      <p className="mt-2 text-ink-2">{t('text', { organization: organization.name, count })}</p>
      <AskedShifts asked={asked} />
      <p className="mt-4 text-ink-2">{t('not_held', { count })}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          kind="line"
          busy={state === 'taking_back' && t('taking_back')}
          onClick={() => void takeBack()}
        >
          {t('take_back')}
        </Button>
        {to_event}
      </div>
      <FormError text={typeof state === 'object' ? errorText(state.error, t('failed')) : undefined} />
      <div className="mt-6">
        <OrganizerContact organization={organization.name} contact={contact} />
      </div>
    </div>
  )
}

const shiftOf = ({ role_name, start_dt, end_dt }: OwnRequest['requests'][number]) =>
  `${role_name} ${start_dt} ${end_dt}`

/** Each shift once, with everybody for whom it was asked (D54). */
function AskedShifts({ asked: { event, requests } }: { asked: OwnRequest }) {
  const format = useDateFormat(event.time_zone)
  const list = new Intl.ListFormat(locales[useLanguage()])
  const shifts = groupBy(requests, shiftOf)
  return (
    <>
      <ul className={cardClass({ padding: 'none', className: 'mt-6' })}>
        {[...shifts].map(([key, of_shift]) => {
          const [first] = of_shift
          if (!first) return null
          const { role_name, start_dt, end_dt } = first
          return (
            <li key={key} className="line-above-5 p-5 wrap-anywhere first:before:hidden">
              <p className="text-meta font-semibold text-primary">{event.name}</p>
              <p className="mt-0.5 text-lead font-semibold">{role_name}</p>
              <p className="text-h3 font-bold tracking-heading">
                <time dateTime={start_dt}>
                  {format.longDay(start_dt)}, {format.timeRange(start_dt, end_dt)}
                </time>
              </p>
              <p className="mt-1 text-meta text-ink-2" translate="no">
                {list.format(of_shift.map(({ first_name }) => first_name))}
              </p>
            </li>
          )
        })}
      </ul>
      <TimesShownIn timeZone={event.time_zone} />
    </>
  )
}

function NotLoaded({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const t = useText()
  const words = useWords()
  if (error === undefined)
    return (
      <Loading className={answerClass({ className: 'grid gap-3' })}>
        <Skeleton className="h-8 w-40" />
        <Skeleton className="mt-3 h-60" />
      </Loading>
    )
  if (error instanceof ApiError && error.status === 404) return <Ended />
  return (
    <EndPage title={t('title')} text={errorText(error, t('load'))}>
      <Button onClick={onTryAgain}>{words('try_again')}</Button>
    </EndPage>
  )
}

/** Answered, taken back or lapsed. */
function Ended() {
  const t = useText()
  return (
    <EndPage title={t('ended')} text={t('ended_text')}>
      <PageLink href={publicPaths.links} className={buttonClass()}>
        {t('get_links')}
      </PageLink>
    </EndPage>
  )
}
