import type { PublicEvent } from '@muster/contract/public-event'
import { HOUR_MS } from '@muster/contract/rules/instants'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { cva } from 'class-variance-authority'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import type { LiveStatus } from '../../live/live-status.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConnectionStrip } from '../../ui/feedback/connection-strip.tsx'
import { textLinkClass } from '../../ui/page/text-link.ts'
import { asksFirst } from '../events/shift-terms.ts'
import { usePublicText } from '../events/texts.ts'
import { useSendingFocus } from './focus.ts'
import { SendingStatus } from './sending-status.tsx'
import { EventLink } from './signup-links.tsx'
import { isFull, joinsLine, type SignupState, unansweredOf } from './signup-state.ts'
import { useText } from './texts.ts'

type SignupFootProps = {
  event: PublicEvent
  shifts: readonly SeenShift[]
  live: LiveStatus
  state: SignupState
  /** How many sign up together (D54). */
  people: number
  formId: string
  onStop: () => void
  onJoin: (shift: SeenShift) => void
}

const footClass = cva([
  '-mx-5 mt-6 flex flex-col border-t border-line bg-canvas px-5 pt-2.5 print:hidden',
  'pb-safe-5 desktop:mx-0 desktop:px-0 desktop:pt-4 desktop:pb-0',
  'tall:max-desktop:sticky tall:max-desktop:bottom-0 tall:max-desktop:z-10',
])

const stripClasses = { strip: '-order-2', text: '-mt-2.5 mb-2 desktop:mt-0 desktop:mb-3' }

export function SignupFoot({ event, shifts, live, state, people, formId, onStop, onJoin }: SignupFootProps) {
  const t = useText()
  const words = useWords()
  const eventText = usePublicText()
  const isSubmitting = state.status === 'submitting'
  const button = useSendingFocus(isSubmitting)
  const unanswered = unansweredOf(state)
  const now = useNow()
  const [only] = shifts
  const canJoin = joinsLine(event, shifts, { state, now })

  const full = shifts.filter(({ spots_left }) => spots_left === 0).length

  const asking = shifts.filter((shift) => asksFirst(event, [shift])).length
  const isAsking = asking > 0
  const submitText = (count: number) => {
    if (isAsking) return t(count === 1 && people === 1 ? 'ask' : 'several.ask')
    if (people > 1) return people === 2 ? t('several.together_two') : t('several.together', { count: people })
    if (count === 1) return t('sign_up')
    if (full > 0) return t('several.submit', { amount: eventText('shifts', { count: count - full }) })
    return count === 2 ? t('several.submit_two') : t('several.submit_all', { count })
  }

  return (
    <div data-signup-foot className={footClass()}>
      <ConnectionStrip status={live} classes={stripClasses} />
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-meta/7 tabular-nums">
        <FootSummary event={event} shifts={shifts} full={full} />
      </p>
      {isFull(shifts, state) ? (
        <>
          <div className="grid grid-cols-fit-34 gap-3">
            <Button size="big" disabled>
              {eventText('full')}
            </Button>
            {canJoin && only && (
              <Button
                kind="line"
                size="big"
                busy={state.status === 'joining' && t('waiting_list.joining')}
                onClick={() => onJoin(only)}
              >
                {t('waiting_list.join')}
              </Button>
            )}
          </div>
          <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-meta text-ink-2">
            {t('no_place')} {canJoin && t('waiting_list.about')}
            <EventLink event_id={event.id} className={`${textLinkClass} font-semibold`}>
              {t('see_other_shifts')}
            </EventLink>
          </p>
        </>
      ) : (
        <>
          {isAsking && (
            <p className="mb-2 text-meta text-ink-2">
              {asking < shifts.length ? t('some_ask_first', { count: asking }) : t('asks_first')}
            </p>
          )}
          <Button size="big" ref={button} type="submit" form={formId} busy={isSubmitting && t('signing_up')}>
            {unanswered ? words('try_again') : submitText(shifts.length)}
          </Button>
        </>
      )}
      <SendingStatus state={state} onStop={onStop} place="foot" />
    </div>
  )
}

function FootSummary({ event, shifts, full }: Pick<SignupFootProps, 'event' | 'shifts'> & { full: number }) {
  const t = useText()
  const eventText = usePublicText()
  const format = useDateFormat(event.time_zone)
  const [shift] = shifts
  if (shift && shifts.length === 1) {
    const { start_dt, end_dt, spots_left } = shift
    return (
      <>
        <span>
          {format.day(start_dt)}, {format.timeRange(start_dt, end_dt)}
        </span>
        <b>{spots_left === 0 ? eventText('full') : eventText('spots_left', { count: spots_left })}</b>
      </>
    )
  }
  const ms = shifts.reduce((sum, { start_dt, end_dt }) => sum + Date.parse(end_dt) - Date.parse(start_dt), 0)
  return (
    <>
      <span>
        {eventText('shifts', { count: shifts.length })} ·{' '}
        {t('several.hours', { count: Math.round((10 * ms) / HOUR_MS) / 10 })}
      </span>
      <b>{full > 0 ? t('several.full', { count: full }) : t('several.all_free')}</b>
    </>
  )
}
