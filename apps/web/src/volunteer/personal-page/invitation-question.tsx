import type { Invitation } from '@muster/contract/personal-shift'
import { useEffect, useRef } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useDeadline } from '../../ui/hooks/use-deadline.ts'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { InvitationTicket } from './invitation-ticket.tsx'
import { useText } from './texts.ts'
import type { AnswerState } from './use-answer.ts'
import { useAutoAnswer } from './use-auto-answer.ts'
import { useSpotsLeft } from './use-spots-left.ts'

const ANSWERS_ID = 'answers'

type InvitationQuestionProps = {
  invitation: Invitation
  state: AnswerState
  refusal: string | undefined
  isCopy: boolean
  onAnswer: (confirm: boolean) => void
}

/** Asks yes or no. For a full shift it offers only the no. */
export function InvitationQuestion({
  invitation,
  state,
  refusal,
  isCopy,
  onAnswer,
}: InvitationQuestionProps) {
  const t = useText()
  const isFull = useIsFull(invitation)
  const { coming, stop } = useAutoAnswer(onAnswer, { isFull, isCopy })
  const focusNext = useFocusNext()
  const isOver = hasCode(state, 'shift_over')
  const isYesGone = state.status === 'refused' && (isFull || isOver)
  useEffect(() => {
    // The focus has gone with the pressed button.
    if (isYesGone && document.activeElement === document.body) document.querySelector('h1')?.focus()
  }, [isYesGone])
  const { first_name: name } = invitation.person
  // The page itself says that the shift is full, or the place taken.
  const isSaid = isFull && (hasCode(state, 'shift_full') || hasCode(state, 'place_taken'))
  const shownRefusal = isSaid ? undefined : refusal
  const full = invitation.is_first_yes ? 'taken' : 'full'
  return (
    <>
      <PageTitle title={t(isFull ? `${full}.title` : 'question', { name })} />
      {isFull && <p className="mt-2 text-ink-2">{t(`${full}.text`)}</p>}
      <InvitationTicket
        event={invitation.shift.role.event}
        shift={{
          ...invitation.shift,
          status: invitation.status,
          freed_unanswered: false,
          offer_ended: null,
          gave_up: false,
          swap: null,
          handed_over: false,
        }}
      >
        {!isOver &&
          (coming ? (
            <ComingAnswer
              {...coming}
              onStop={() => {
                stop()
                // Beside the answers, not on one: a second key press must not answer.
                focusNext(ANSWERS_ID)
              }}
            />
          ) : (
            <Answers
              invitation={invitation}
              isFull={isFull}
              state={state}
              onAnswer={(confirm) => {
                // What the address says must not follow an answer by hand.
                stop()
                onAnswer(confirm)
              }}
            />
          ))}
        <FormError text={shownRefusal} className="mt-3 first:mt-0" />
      </InvitationTicket>
    </>
  )
}

export function hasCode(state: AnswerState, code: string): boolean {
  return state.status === 'refused' && state.error instanceof ApiError && state.error.code === code
}

function useIsFull(invitation: Invitation): boolean {
  const t = useText()
  const isFull = useSpotsLeft(invitation) === 0
  const full = invitation.is_first_yes ? 'taken' : 'full'
  const wasFull = useRef(isFull)
  useEffect(() => {
    if (isFull === wasFull.current) return
    wasFull.current = isFull
    announce(t(isFull ? `${full}.text` : 'full.free_again'))
  }, [isFull, full, t])
  return isFull
}

function Answers({
  invitation,
  isFull,
  state,
  onAnswer,
}: Pick<InvitationQuestionProps, 'invitation' | 'state' | 'onAnswer'> & { isFull: boolean }) {
  const t = useText()
  const said = useDeadline(invitation.shift.role.event.time_zone)
  const busy = state.status === 'submitting' ? state.confirm : undefined
  return (
    <>
      <div className="grid grid-cols-fit-34 gap-3" id={ANSWERS_ID} tabIndex={-1}>
        {!isFull && (
          <Button
            size="big"
            busy={busy === true && t('submitting')}
            aria-disabled={busy !== undefined}
            onClick={() => onAnswer(true)}
          >
            {t('confirm')} <span className="sr-only">{t('confirm_name')}</span>
          </Button>
        )}
        <Button
          size="big"
          kind="line"
          busy={busy === false && t('submitting')}
          aria-disabled={busy !== undefined}
          onClick={() => onAnswer(false)}
        >
          {t('decline')} <span className="sr-only">{t('decline_name')}</span>
        </Button>
      </div>
      <p className="mt-4 text-hint text-ink-3">
        {invitation.is_first_yes && !isFull && `${t('first_yes')} `}
        {t('answer_by', said(invitation.answer_by))}
      </p>
    </>
  )
}

function ComingAnswer({
  confirm,
  seconds,
  onStop,
}: {
  confirm: boolean
  seconds: number
  onStop: () => void
}) {
  const t = useText()
  const sentence = t(confirm ? 'coming.yes' : 'coming.no')
  return (
    <>
      <p role="alert" className="font-semibold">
        {sentence}
      </p>
      <p aria-hidden="true" className="mb-4 text-ink-2 tabular-nums">
        {t('coming_in', { count: seconds })}
      </p>
      <Button size="big" kind="line" onClick={onStop}>
        {t('stop')}
      </Button>
    </>
  )
}
