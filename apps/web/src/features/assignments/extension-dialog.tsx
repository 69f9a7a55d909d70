import type { Event } from '@muster/contract/events'
import {
  DEFAULT_EXTENSION_DAYS,
  EXTENSION_DAYS,
  type ExtensionDays,
  extendDeadline,
} from '@muster/contract/rules/invite-expiry'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useWords } from '../../i18n/words.ts'
import { useNow } from '../../live/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { announce } from '../../ui/live-region.tsx'
import { Segmented } from '../../ui/radio-cards.tsx'
import { refreshShifts } from '../shifts/api.ts'
import { extendExpiration, storeAssignment } from './api.ts'
import { withReason } from './failure-text.ts'
import { useText } from './texts.ts'

/** Gives somebody more time to answer, and shows until when (D18). */
export function ExtensionDialog({
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
  const now = useNow()
  const [days, setDays] = useState<ExtensionDays>(DEFAULT_EXTENSION_DAYS)
  const name = fullName(assignment.person)
  const extension = useMutation({
    mutationFn: () => extendExpiration(assignment.id, days),
    onSuccess: ({ assignment: extended }) => {
      storeAssignment(client, event.id, extended)
      const date = format.dateTime(extended.token_expires_at ?? '')
      announce(t('extension.extended', { name, date }))
      onClose()
    },
    onError: (error) => {
      onClose()
      onFailure(withReason(t('errors.extend'), error))
    },
    onSettled: () => refreshShifts(client, event.id),
  })
  const extended = extendDeadline({
    now,
    current: assignment.token_expires_at ?? null,
    days,
    shift_end: shift.end_dt,
  })

  return (
    <Dialog
      title={t('extension.title', { name })}
      onClose={onClose}
      footer={
        <>
          <Button kind="quiet" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button
            disabled={extended === 'shift_over'}
            busy={extension.isPending && t('extension.extending')}
            onClick={() => extension.mutate()}
          >
            {t('extension.extend')}
          </Button>
        </>
      }
    >
      <Segmented
        legend={t('extension.by')}
        choices={EXTENSION_DAYS.map((count) => ({ value: String(count), label: t('days', { count }) }))}
        value={String(days)}
        onChange={(value) => setDays(EXTENSION_DAYS.find((each) => String(each) === value) ?? days)}
      />
      <p className="mt-4" aria-live="polite">
        {extended === 'shift_over' ? (
          t('extension.over')
        ) : (
          <>
            <b>{t('extension.until', { date: format.dateTime(extended.token_expires_at) })}</b>
            {Date.parse(extended.token_expires_at) === Date.parse(shift.end_dt) && (
              <span className="block text-ink-2">{t('extension.capped')}</span>
            )}
          </>
        )}
      </p>
    </Dialog>
  )
}
