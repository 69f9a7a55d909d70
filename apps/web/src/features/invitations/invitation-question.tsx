import type { Invitation } from '@muster/contract/invitations'
import { ApiError } from '../../api/api-error.ts'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useFocusNext } from '../../ui/hooks/use-focus-next.ts'
import { PageTitle } from '../../ui/page/page-title.tsx'
import { InvitationTicket } from './invitation-ticket.tsx'
import { OtherShifts } from './other-shifts.tsx'
import { useText } from './texts.ts'
import type { AnswerState } from './use-answer.ts'
import { useAutoAnswer } from './use-auto-answer.ts'

const ANSWERS_ID = 'answers'

type InvitationQuestionProps = {
  invitation: Invitation
  state: AnswerState
  /** Why the answer was not taken. */
  refusal: string | undefined
  onAnswer: (confirm: boolean) => void
}

/** "Björn, can you help?": what is asked for, and two answers of the same size. */
export function InvitationQuestion({ invitation, state, refusal, onAnswer }: InvitationQuestionProps) {
  const t = useText()
  const { coming, stop } = useAutoAnswer(onAnswer)
  const focusNext = useFocusNext()
  const { person, organization } = invitation
  return (
    <div className="answer">
      <p className="font-semibold text-ink-2">{organization.name}</p>
      <PageTitle title={t('question', { name: person.first_name })} />
      <InvitationTicket invitation={invitation}>
        {!isShiftOver(state) &&
          (coming ? (
            <ComingAnswer
              {...coming}
              onStop={() => {
                stop()
                // Beside the answers, not on one: a second press of the key must not give it.
                focusNext(ANSWERS_ID)
              }}
            />
          ) : (
            <Answers invitation={invitation} state={state} onAnswer={onAnswer} />
          ))}
        <FormError text={refusal} className="mt-3 first:mt-0" />
      </InvitationTicket>
      <OtherShifts invitation={invitation} />
    </div>
  )
}

/** The link has lived as long as its shift: there is nothing left to answer. */
function isShiftOver(state: AnswerState): boolean {
  return state.status === 'refused' && state.error instanceof ApiError && state.error.code === 'shift_over'
}

function Answers({
  invitation,
  state,
  onAnswer,
}: Pick<InvitationQuestionProps, 'invitation' | 'state' | 'onAnswer'>) {
  const t = useText()
  const format = useDateFormat(invitation.shift.role.event.time_zone)
  const busy = state.status === 'submitting' ? state.confirm : undefined
  const { answer_by } = invitation
  return (
    <>
      <div className="answers" id={ANSWERS_ID} tabIndex={-1}>
        <Button
          big
          busy={busy === true && t('submitting')}
          aria-disabled={busy !== undefined}
          onClick={() => onAnswer(true)}
        >
          {t('confirm')}
        </Button>
        <Button
          big
          kind="line"
          busy={busy === false && t('submitting')}
          aria-disabled={busy !== undefined}
          onClick={() => onAnswer(false)}
        >
          {t('decline')}
        </Button>
      </div>
      <p className="hint mt-4">
        {t('answer_by', { day: format.day(answer_by), time: format.time(answer_by) })}
      </p>
    </>
  )
}

/** D19: the answer the link brought, while it can still be stopped. */
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
      <p aria-hidden="true" className="num mb-4 text-ink-2">
        {t('coming_in', { count: seconds })}
      </p>
      <Button big kind="line" onClick={onStop}>
        {t('stop')}
      </Button>
    </>
  )
}
