import type { SwapOffer } from '@muster/contract/swap'
import { Suspense, useCallback, useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useRead } from '../../api/use-read.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { EndPage } from '../../ui/page/end-page.tsx'
import { lazyPart } from '../../ui/page/lazy-part.tsx'
import { Linkified } from '../../ui/page/linkified.tsx'
import { OrganizerContact } from '../../ui/page/organizer-contact.tsx'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { PublicPage } from '../../ui/page/public-page.tsx'
import { Ticket } from '../../ui/page/ticket.tsx'
import { useText } from './texts.ts'

const ContactForm = lazyPart(() => import('../signup/contact-form.tsx'))

/** D58: a place that its volunteer hands over. */
export default function SwapPage({ token }: { token: string }) {
  const { data, error, readAgain } = useRead(
    useCallback((signal: AbortSignal) => call('swap', 'getSwap', { params: { token }, signal }), [token]),
  )
  return (
    <PublicPage organization={data?.organization}>
      {data ? (
        <Offer token={token} offer={data} onChanged={readAgain} />
      ) : (
        <NotLoaded error={error} onTryAgain={readAgain} />
      )}
    </PublicPage>
  )
}

function Offer({ token, offer, onChanged }: { token: string; offer: SwapOffer; onChanged: () => void }) {
  const t = useText()
  const [done, setDone] = useState<'taken' | 'asked'>()
  const { event, role, shift, organization, contact } = offer
  const details = [
    shift.meeting_point && t('meeting_point', { meeting_point: shift.meeting_point }),
    shift.note,
    role.description,
  ]
  return (
    <>
      <div className={answerClass()}>
        <PageTitle title={t(done ? `done_${done}` : 'title')} />
        <p className="mt-2 text-ink-2">{t(done ? `done_${done}_text` : 'text')}</p>
        <Ticket
          event={event}
          role={role}
          shift={shift}
          details={details.map(
            (text) =>
              text && (
                <p key={text} className="mt-4 border-t border-line pt-4">
                  <Linkified text={text} />
                </p>
              ),
          )}
        >
          {done ? undefined : <p className="text-ink-2">{t(role.asks_first ? 'asks_first' : 'stays')}</p>}
        </Ticket>
      </div>
      <Suspense fallback={<Skeleton className="mt-8 h-80" />}>
        <ContactForm
          event={{ ...event, organization }}
          role={role}
          shift={shift}
          swap={token}
          onDone={(isAsked) => setDone(isAsked ? 'asked' : 'taken')}
          onChanged={onChanged}
        />
      </Suspense>
      <div className="mt-6">
        <OrganizerContact organization={organization.name} contact={contact} />
      </div>
    </>
  )
}

const ends = { place_taken: 'taken', swap_pending: 'pending', shift_over: 'over' } as const

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
  const code = error instanceof ApiError ? error.code : undefined
  if (code === 'place_taken' || code === 'swap_pending' || code === 'shift_over')
    return <EndPage title={t(ends[code])} text={t(`${ends[code]}_text`)} />
  if (error instanceof ApiError && error.status === 404)
    return <EndPage title={t('ended')} text={t('invalid_text')} />
  return (
    <EndPage title={t('title')} text={errorText(error, t('load'))}>
      <Button onClick={onTryAgain}>{words('try_again')}</Button>
    </EndPage>
  )
}
