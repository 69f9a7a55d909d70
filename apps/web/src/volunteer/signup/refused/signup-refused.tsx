import type { PublicEvent } from '@muster/contract/public-event'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { ApiError, errorText } from '../../../api/api-error.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { Button, buttonClass } from '../../../ui/controls/button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { ResultTitle } from '../../../ui/feedback/result-title.tsx'
import { answerClass } from '../../../ui/page/answer.ts'
import { OrganizerContact } from '../../../ui/page/organizer-contact.tsx'
import { focusAfter } from '../focus.ts'
import type { Shown } from '../send-signup.ts'
import { EventLink } from '../signup-links.tsx'
import { hasWaitingList, isMoved, type SignupState } from '../signup-state.ts'
import { useText } from '../texts.ts'
import { useTogetherText } from '../together/texts.ts'
import RefusedShifts, { OwnLink } from './refused-shifts.tsx'
import { useRefusedText } from './texts.ts'

type SignupRefusedProps = {
  event: PublicEvent
  /** As they are shown. */
  shifts: readonly SeenShift[]
  refusal: unknown
  state: SignupState
  /** V4: a place in line has no note. */
  hasNote?: boolean
  /** First names of everybody of the form (D54). */
  names: readonly string[]
  onSubmit: (shown: readonly Shown[]) => void
  onJoin: (shown: Shown) => void
  onBack: () => void
}

export default function SignupRefused({
  event,
  shifts,
  refusal,
  state,
  hasNote,
  names,
  onSubmit,
  onJoin,
  onBack,
}: SignupRefusedProps) {
  const t = useRefusedText()
  const formText = useText()
  const togetherText = useTogetherText()
  const now = useNow()
  const format = useDateFormat(event.time_zone)
  const { code, body } = refusal instanceof ApiError ? refusal : { code: '', body: undefined }
  const isPaused = code === 'signup_paused'
  const refused = body?.refused
  const [only] = shifts.length === 1 ? shifts : []
  const problem = state.status === 'failed' && state.error !== refusal ? state.error : undefined
  const moved = listMoved(problem ?? refusal, shifts)
  const isJoin = state.status === 'failed' && state.isJoin === true
  const [name = ''] = names
  const isAlone = names.length < 2
  const isFull = code === 'shift_full' || refused?.some((each) => each.code === 'shift_full')
  // For several people places may be too few and still free.
  const canJoin =
    only && isFull && (isAlone || only.spots_left === 0) && !moved && hasWaitingList(event, only, now)
  return (
    <div className={answerClass({ className: 'max-w-xl' })}>
      <ResultTitle title={errorText(refusal, formText('errors.failed'))} />
      <p className="mt-2 text-ink-2">
        {formText('refusal.kept')} {canJoin && formText('waiting_list.about')}
      </p>
      {canJoin && !isAlone && <p className="mt-2">{togetherText('one_in_line', { name })}</p>}
      {canJoin && hasNote && (
        <p className="mt-2 text-ink-2">
          <b className="block">{formText('note')}</b> {formText('note_not_sent')}
        </p>
      )}
      {moved?.map(({ id, start_dt, end_dt }) => (
        <p key={id} className="mt-2 text-lead font-semibold">
          {t('moved.now', { when: `${format.day(start_dt)}, ${format.timeRange(start_dt, end_dt)}` })}
        </p>
      ))}
      {isPaused && <OrganizerContact organization={event.organization.name} contact={event.contact} />}
      {refused ? (
        <RefusedShifts event={event} refused={refused} names={names} isOne={only !== undefined} />
      ) : (
        <OwnLink codes={[code]} />
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {moved && (
          <Button onClick={() => (isJoin ? moved.map(onJoin) : onSubmit(shifts.map(newest(moved))))}>
            {t(isJoin ? 'moved.agree_line' : 'moved.agree')}
          </Button>
        )}
        {/* A paused organisation takes no sign-ups, so other shifts are not offered. */}
        {!isPaused && (
          <EventLink event_id={event.id} className={buttonClass({ kind: moved ? 'line' : 'primary' })}>
            {formText('see_other_shifts')}
          </EventLink>
        )}
        {canJoin && (
          <Button
            kind="line"
            busy={state.status === 'joining' && formText('waiting_list.joining')}
            onClick={() => onJoin(only)}
          >
            {formText('waiting_list.join')}
          </Button>
        )}
        <Button kind="line" onClick={() => focusAfter(onBack, 'form h2')}>
          {t('back_to_form')}
        </Button>
      </div>
      <FormError
        text={problem === undefined ? undefined : errorText(problem, formText('errors.failed'))}
        className="mt-3"
      />
    </div>
  )
}

/** D13: returns the refused shifts with the times that they have now; undefined if no shift has moved. */
function listMoved(error: unknown, shifts: readonly SeenShift[]): Shown[] | undefined {
  if (!(error instanceof ApiError)) return undefined
  const refused = error.body.refused ?? shifts.map(({ id }) => ({ ...error.body, shift_id: id }))
  const moved = refused.flatMap(({ shift_id: id, code, start_dt, end_dt }) =>
    isMoved({ code }) && start_dt && end_dt ? [{ id, start_dt, end_dt }] : [],
  )
  return moved.length > 0 ? moved : undefined
}

const newest = (moved: readonly Shown[]) => (shift: SeenShift) =>
  moved.find(({ id }) => id === shift.id) ?? shift
