import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { cva } from 'class-variance-authority'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import type { LiveStatus } from '../../live/follow-event.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConnectionStrip } from '../../ui/feedback/connection-strip.tsx'
import { usePublicText } from '../events/public/texts.ts'
import { EventLink } from './event-link.tsx'
import { SendingStatus } from './sending-status.tsx'
import { type SignupState, unansweredOf } from './signup-state.ts'
import { useText } from './texts.ts'
import { useSendingFocus } from './use-sending-focus.ts'

type SignupFootProps = {
  event: PublicEvent
  shift: SeenShift
  live: LiveStatus
  state: SignupState
  formId: string
  onStop: () => void
}

const footClass = cva([
  '-mx-5 mt-6 flex flex-col border-t border-line bg-canvas px-5 pt-2.5 print:hidden',
  'pb-[calc(20px+env(safe-area-inset-bottom))] desktop:mx-0 desktop:px-0 desktop:pt-4 desktop:pb-0',
  'tall:max-desktop:sticky tall:max-desktop:bottom-0 tall:max-desktop:z-10',
])

export function SignupFoot({ event, shift, live, state, formId, onStop }: SignupFootProps) {
  const t = useText()
  const words = useWords()
  const eventText = usePublicText()
  const format = useDateFormat(event.time_zone)
  const isSubmitting = state.status === 'submitting'
  const button = useSendingFocus(isSubmitting)
  const unanswered = unansweredOf(state)
  const full = shift.spots_left === 0
  // The visitor may have taken the last place without getting the answer: pressing again tells.
  const isClosed = full && !isSubmitting && !unanswered?.mayBeDone

  return (
    <div data-signup-foot className={footClass()}>
      <ConnectionStrip status={live} place="foot" />
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-meta/7 tabular-nums">
        <span>
          {format.day(shift.start_dt)}, {format.timeRange(shift.start_dt, shift.end_dt)}
        </span>
        <b>{full ? eventText('full') : eventText('spots_left', { count: shift.spots_left })}</b>
      </p>
      {isClosed ? (
        <>
          <Button size="big" disabled>
            {eventText('full')}
          </Button>
          <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-meta text-ink-2">
            {t('is_full')}
            <EventLink event_id={event.id} className="inline-flex min-h-11 items-center font-semibold">
              {t('see_other_shifts')}
            </EventLink>
          </p>
        </>
      ) : (
        <Button size="big" ref={button} type="submit" form={formId} busy={isSubmitting && t('signing_up')}>
          {unanswered ? words('try_again') : t('sign_up')}
        </Button>
      )}
      <SendingStatus state={state} onStop={onStop} place="foot" />
    </div>
  )
}
