import type { Event } from '@muster/contract/events'
import { inviteMethodFor } from '@muster/contract/rules/contact'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import { formatPhone } from '@muster/contract/rules/phone'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { now } from '../../clock.ts'
import { NO_BREAK, useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { shiftsQuery } from '../shifts/api.ts'
import { useShiftName } from '../shifts/shift-words.tsx'
import { type InviteMethod, sendInvite } from './api.ts'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { inviteKind } from './invite-kind.ts'
import { listNotAsked } from './list-not-asked.ts'
import { useText } from './texts.ts'

export function InviteDialog({
  event,
  shift,
  assignment,
  onClose,
}: {
  event: Event
  shift: Shift
  assignment: Assignment
  onClose: () => void
}) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const { person, status, token_expires_at } = assignment
  const name = fullName(person)
  const usual = inviteMethodFor(person)
  const [method, setMethod] = useState<InviteMethod | undefined>(usual)
  usePresetWithoutSms(person.phone, () => setMethod((before) => (before === 'BOTH' ? 'EMAIL' : before)))
  const [start] = useState(() => now().toISOString())
  const client = useQueryClient()
  const nameOf = useShiftName(event)
  const [not_asked] = useState(() =>
    listNotAsked(client.getQueryData(shiftsQuery(event.id).queryKey) ?? [], assignment, start),
  )
  const others = status === 'CONFIRMED' ? [] : not_asked
  const [left_out, setLeftOut] = useState<readonly string[]>([])
  const assignment_ids = others.map((other) => other.assignment_id).filter((id) => !left_out.includes(id))
  const { token_expires_at: until } = renewDeadline({
    uncapped_expires_at: token_expires_at ?? start,
    shift,
    now: start,
  })

  return (
    <AssignmentDialog
      event={event}
      title={t(`invite.title_${inviteKind(assignment)}`, { name })}
      action={t('invite.send')}
      doing={t('invite.sending')}
      act={method && (async () => (await sendInvite(assignment.id, { method, assignment_ids })).assignment)}
      said={() => t(status === 'CONFIRMED' ? 'invite.sent_link' : 'invite.sent', { name })}
      failed={t('errors.send')}
      onClose={onClose}
    >
      {method ? (
        <>
          {usual === 'BOTH' && (
            <Segmented
              className="mb-4"
              legend={t('invite.by')}
              choices={methods.map((value) => ({ value, label: t(`invite.${value}`) }))}
              value={method}
              onChange={setMethod}
            />
          )}
          <p>{t('invite.to', { addresses: addressesOf(person, method).join(' · ') })}</p>
          {status === 'DECLINED' && (
            <p className="mt-2">
              {t(assignment.freed_unanswered ? 'invite.asked_after_move' : 'invite.asked_anew', { name })}
            </p>
          )}
          {status !== 'CONFIRMED' && (
            <p className="mt-2 text-ink-2">{t('invite.until', { date: format.dateTime(until) })}</p>
          )}
          {others.length > 0 && (
            <fieldset className="mt-4">
              <legend className="text-meta/body font-semibold">{t('invite.together')}</legend>
              {others.map((other) => (
                <Checkbox
                  key={other.assignment_id}
                  label={nameOf(other.shift)}
                  checked={!left_out.includes(other.assignment_id)}
                  onChange={({ currentTarget: { checked } }) =>
                    setLeftOut((before) =>
                      checked
                        ? before.filter((id) => id !== other.assignment_id)
                        : [...before, other.assignment_id],
                    )
                  }
                />
              ))}
            </fieldset>
          )}
        </>
      ) : (
        <p>{t('invite.no_contact', { name })}</p>
      )}
    </AssignmentDialog>
  )
}

/** A landline gets no SMS. The rules that tell load when the dialog opens. */
function usePresetWithoutSms(phone: string | null | undefined, leaveSmsOut: () => void): void {
  const onLandline = useEffectEvent(leaveSmsOut)
  useEffect(() => {
    if (!phone) return
    void import('@muster/contract/rules/mobile-phone').then(
      ({ isMobilePhone }) => !isMobilePhone(phone) && onLandline(),
      // Without the rules the choice stays as it is.
      () => undefined,
    )
  }, [phone])
}

const methods = ['BOTH', 'EMAIL', 'SMS'] as const

function addressesOf({ email, phone }: Assignment['person'], method: InviteMethod): string[] {
  return [
    ...(email && method !== 'SMS' ? [email] : []),
    // A line must not break within a number.
    ...(phone && method !== 'EMAIL' ? [formatPhone(phone).replaceAll(' ', NO_BREAK)] : []),
  ]
}
