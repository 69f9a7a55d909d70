import type { Event } from '@muster/contract/events'
import { holdsPlace } from '@muster/contract/rules/assignment-status'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { locales, useLanguage } from '../../i18n/language.ts'
import { Button } from '../../ui/controls/button.tsx'
import { addToast } from '../../ui/feedback/toast.tsx'
import { toastClass } from '../../ui/feedback/toast-frame.ts'
import { Icon } from '../../ui/page/icon.tsx'
import type { CountedShift } from '../shifts/group-shifts.ts'
import { useShiftName } from '../shifts/shift-words.tsx'
import { useText } from './texts.ts'

const STAY_MS = 10_000

/** Closes the card once those who were asked have filled the shift, says so, and offers the next gap. */
export function useFilled({
  event,
  counted: { shift, coverage },
  next,
  onGo,
  onClose,
}: {
  event: Event
  counted: CountedShift
  next: Shift | undefined
  onGo: (shift: Shift) => void
  onClose: () => void
}): void {
  const t = useText()
  const nameOf = useShiftName(event)
  const language = useLanguage()
  const join = (people: readonly Assignment[]) =>
    new Intl.ListFormat(locales[language]).format(people.map(({ person }) => person.first_name))
  const isFull = coverage.confirmed >= coverage.needed
  const gap = useRef({ id: shift.id, isFull, offered: 0 })
  const offers = shift.assignment.filter(({ ask_id }) => ask_id !== undefined)

  const tell = useEffectEvent(() => {
    const coming = offers.filter(({ status }) => holdsPlace(status))
    const late = offers.filter(({ status, offer_ended }) => status === 'INVITED' || offer_ended === 'taken')
    const filled = t('filled', { shift: nameOf(shift), names: join(coming) })
    const told = late.length > 0 ? ` ${t('filled_told', { count: late.length, names: join(late) })}` : ''
    const end = addToast(
      <span className={toastClass({ className: 'gap-3 py-1.5 pr-2 pl-4.5 text-compact shadow-card' })}>
        <Icon name="check" />
        <span className="py-1.5">{filled + told}</span>
        {next && (
          <Button
            kind="quiet"
            className="flex-none text-canvas! inner-border-line-strong hover:bg-transparent!"
            onClick={() => {
              end()
              onGo(next)
            }}
          >
            {t('next')}
          </Button>
        )}
      </span>,
    )
    setTimeout(end, STAY_MS)
    onClose()
  })
  useEffect(() => {
    const before = gap.current
    gap.current = { id: shift.id, isFull, offered: offers.length }
    if (before.id === shift.id && !before.isFull && isFull && before.offered > 0) tell()
  }, [shift.id, isFull, offers.length])
}
