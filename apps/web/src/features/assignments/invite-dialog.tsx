import type { Event } from '@muster/contract/events'
import { inviteMethodFor } from '@muster/contract/rules/contact'
import { renewDeadline } from '@muster/contract/rules/invite-expiry'
import { formatPhone } from '@muster/contract/rules/phone'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../clock.ts'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { announce } from '../../ui/live-region.tsx'
import { Segmented } from '../../ui/radio-cards.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { type InviteMethod, sendInvite, storeAssignment } from './api.ts'
import { withReason } from './failure-text.ts'
import { isInviteSent } from './next-step.ts'
import { useText } from './texts.ts'

/** Sends somebody the personal link, by what is known of them (D20). */
export function InviteDialog({
  event,
  shift,
  assignment,
  onFailure,
  onClose,
}: {
  event: Event
  shift: Shift
  assignment: Assignment
  onFailure: (text: string) => void
  onClose: () => void
}) {
  const t = useText()
  const words = useWords()
  const client = useQueryClient()
  const format = useDateFormat(event.time_zone)
  const { person, status, token_expires_at } = assignment
  const name = fullName(person)
  const usual = inviteMethodFor(person)
  const [method, setMethod] = useState<InviteMethod | undefined>(usual)
  const [start] = useState(() => now().toISOString())
  const sending = useMutation({
    mutationFn: (chosen: InviteMethod) => sendInvite(assignment.id, chosen),
    onSuccess: (sent) => {
      storeAssignment(client, event.id, sent.assignment)
      announce(t('invite.sent', { name }))
      onClose()
    },
    onError: (error) => {
      onClose()
      onFailure(withReason(t('errors.send'), error))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  const until = renewDeadline({
    token_expires_at: token_expires_at ?? start,
    shift_end: shift.end_dt,
    now: start,
  })

  return (
    <Dialog
      title={t(isInviteSent(assignment) ? 'invite.title_again' : 'invite.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button
            disabled={!method}
            busy={sending.isPending && t('invite.sending')}
            onClick={() => method && sending.mutate(method)}
          >
            {t('invite.send')}
          </Button>
        </>
      }
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
          {status === 'DECLINED' && <p className="mt-2">{t('invite.asked_anew', { name })}</p>}
          {status !== 'CONFIRMED' && (
            <p className="mt-2 text-ink-2">{t('invite.until', { date: format.dateTime(until) })}</p>
          )}
        </>
      ) : (
        <p>{t('invite.no_contact', { name })}</p>
      )}
    </Dialog>
  )
}

const methods = ['BOTH', 'EMAIL', 'SMS'] as const

function addressesOf({ email, phone }: Assignment['person'], method: InviteMethod): string[] {
  return [
    ...(email && method !== 'SMS' ? [email] : []),
    ...(phone && method !== 'EMAIL' ? [formatPhone(phone)] : []),
  ]
}
