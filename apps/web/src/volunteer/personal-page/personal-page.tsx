import type { Invitation } from '@muster/contract/personal-shift'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { isOver } from '@muster/contract/rules/shift-phase'
import { type ReactNode, Suspense } from 'react'
import { useNow } from '../../live/use-now.ts'
import { publicPaths } from '../../public-paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { answerClass } from '../../ui/page/answer.ts'
import { Icon } from '../../ui/page/icon.tsx'
import { lazyPart, useLoadAhead } from '../../ui/page/lazy-part.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { InvitationAnswered } from './invitation-answered.tsx'
import { hasCode, InvitationQuestion } from './invitation-question.tsx'
import { InvitationStatus } from './invitation-status.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { OwnShiftList } from './own-shift-list.tsx'
import {
  findNext,
  hasLink,
  listOwnShifts,
  type MovedShift,
  type OpenShift,
  pickTicket,
  withAnswer,
} from './own-shifts.ts'
import { OwnTicket } from './own-ticket.tsx'
import { useText } from './texts.ts'
import type { AnswerState, useAnswer } from './use-answer.ts'
import { useCancelPlace } from './use-cancel-place.ts'
import { useErrorText } from './use-error-text.ts'
import type { PersonalRead } from './use-personal-page.ts'

const CancelOverlays = lazyPart(() => import('./cancel-place-overlays.tsx'))
const InviteFriend = lazyPart(() => import('../events/invite-friend.tsx'))
const LATER = [CancelOverlays, InviteFriend]

/** A copy hides the calendar files, which come from the server. */
const copyClass = 'min-w-0 disabled:[&_a[download]]:hidden'

type PersonalPageProps = {
  token: string
  page: PersonalRead
  invitation: Invitation
  answering: ReturnType<typeof useAnswer>
}

/** D39: all shifts of the person at the event. */
export function PersonalPage({ token, page, invitation, answering }: PersonalPageProps) {
  const t = useText()
  const now = useNow()
  const shifts = listOwnShifts(invitation, token)
  const cancelPlace = useCancelPlace({
    shifts,
    now,
    onSaved: (changed, answer) => {
      page.store((shown) => withAnswer(shown, { ofLink: token, token: changed, answer }))
      // A later change replaces the thanks for the first answer, and may end what an answer was refused for.
      if (changed === token || answering.state.status === 'refused') answering.forgetAnswer()
    },
    readAgain: page.readAgain,
  })
  useLoadAhead(LATER)
  const { changes, opened } = cancelPlace
  const actions = {
    // The problem is shown in the dialog only.
    changes: opened ? { ...changes, problem: undefined } : changes,
    onOpen: cancelPlace.open,
    onTake: (shift: OpenShift) => void cancelPlace.take(shift),
    onSwap: cancelPlace.openSwap,
    onAgree: (shift: MovedShift) => void cancelPlace.agree(shift),
  }

  const { event } = invitation.shift.role
  const isOpen = canAnswer(invitation.status)
  const isThanked = isAnswerOf(invitation, answering.state)
  const next = findNext(shifts, now)
  const isAsked = isOpen || isThanked || changes.agreed === token
  const ticket = pickTicket(shifts, { token, next, isAsked, now })
  const asked = shifts.filter(hasLink).filter((shift) => canAnswer(shift.status) && shift.token !== token)
  const settled = shifts.filter((shift) => !(canAnswer(shift.status) && hasLink(shift)))
  const hasList = settled.some((shift) => shift !== ticket)
  const isWide = asked.length > 0 || hasList
  const isCopy = page.as_of !== undefined
  return (
    <div
      className={answerClass({
        className: isWide
          ? 'desktop:grid desktop:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] desktop:gap-x-12'
          : '',
      })}
    >
      {/* An answer to a copy could not be sent, and must not wait for hours (docs/decisions/0028). */}
      <fieldset className={copyClass} disabled={isCopy}>
        <Head {...{ invitation, answering, isThanked, isCopy }}>
          {ticket && (
            <OwnTicket
              event={event}
              shift={ticket}
              isNext={ticket === next}
              lineHref={ticket.token === token ? lineHrefOf(invitation) : undefined}
              {...actions}
            />
          )}
        </Head>
      </fieldset>
      <fieldset
        disabled={isCopy}
        className={`${copyClass} mt-8 grid grid-cols-1 content-start gap-8 ${isWide ? 'desktop:mt-0' : ''}`}
      >
        {asked.length > 0 && (
          <OpenInvitations
            shifts={asked}
            timeZone={event.time_zone}
            changes={changes}
            onAnswer={(shift, confirm) => void cancelPlace.answer(shift, confirm)}
          />
        )}
        <div className="grid grid-cols-1 gap-3">
          {hasList && (
            <OwnShiftList
              shifts={settled}
              event={event}
              next={next}
              ticketToken={ticket?.token ?? null}
              {...actions}
            />
          )}
          {invitation.has_certificate && (
            <PageLink
              href={publicPaths.certificate(token)}
              className={buttonClass({ kind: 'line', size: 'tall', className: 'w-full print:hidden' })}
            >
              <Icon name="award" />
              {t('certificate.link')}
            </PageLink>
          )}
          {next && (
            <Suspense fallback={<div className="h-12" />}>
              <InviteFriend event={event} />
            </Suspense>
          )}
          <EventLink event_id={event.id} isPast={shifts.every((shift) => isOver(shift, now))} />
        </div>
      </fieldset>
      {!isCopy && (cancelPlace.opened || cancelPlace.changes.givenUp) && (
        <Suspense fallback={null}>
          <CancelOverlays invitation={invitation} cancelPlace={cancelPlace} />
        </Suspense>
      )}
    </div>
  )
}

function lineHrefOf({ offer_ended, gave_up, waiting_list, shift }: Invitation): string | undefined {
  const isTaken = (offer_ended === 'taken' || gave_up) && shift.spots_left === 0
  return isTaken && waiting_list ? publicPaths.signup(shift.role.event.id, shift.id) : undefined
}

/** The organiser may have changed the assignment meanwhile, or released the place (V1). */
function isAnswerOf({ status, freed_unanswered }: Invitation, state: AnswerState): boolean {
  return (
    state.status === 'answered' && status === (state.confirm ? 'CONFIRMED' : 'DECLINED') && !freed_unanswered
  )
}

type HeadProps = Pick<PersonalPageProps, 'invitation' | 'answering'> & {
  isThanked: boolean
  isCopy: boolean
  children: ReactNode
}

function Head({ invitation, answering: { state, answer }, isThanked, isCopy, children }: HeadProps) {
  const errorText = useErrorText()
  const refusal = state.status === 'refused' ? errorText(state.error, 'process') : undefined
  if (canAnswer(invitation.status))
    return <InvitationQuestion {...{ invitation, state, refusal, isCopy }} onAnswer={answer} />
  if (isThanked) return <InvitationAnswered invitation={invitation}>{children}</InvitationAnswered>
  return (
    <InvitationStatus
      invitation={invitation}
      refusal={refusal}
      isTaken={hasCode(state, 'place_taken') && invitation.offer_ended !== null}
    >
      {children}
    </InvitationStatus>
  )
}

function EventLink({ event_id, isPast }: { event_id: string; isPast: boolean }) {
  const t = useText()
  return (
    <PageLink
      href={publicPaths.publicEvent(event_id)}
      className={buttonClass({ kind: 'line', size: 'tall', className: 'w-full print:hidden' })}
    >
      {!isPast && <Icon name="plus" />}
      {t(isPast ? 'see_event' : 'take_another')}
    </PageLink>
  )
}
