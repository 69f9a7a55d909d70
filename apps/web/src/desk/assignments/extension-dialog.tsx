import type { Event } from '@muster/contract/events'
import {
  DEFAULT_EXTENSION_DAYS,
  EXTENSION_DAYS,
  type ExtensionDays,
  extendDeadline,
} from '@muster/contract/rules/invite-expiry'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Assignment, Shift } from '@muster/contract/shifts'
import { useState } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { fullName } from '../../format/names.ts'
import { useNow } from '../../live/use-now.ts'
import { Segmented } from '../../ui/controls/radio-cards.tsx'
import { extendExpiration } from './api.ts'
import { AssignmentDialog } from './assignment-dialog.tsx'
import { useText } from './texts.ts'

export function ExtensionDialog({
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
  const now = useNow()
  const [days, setDays] = useState<ExtensionDays>(DEFAULT_EXTENSION_DAYS)
  const name = fullName(assignment.person)
  const current = assignment.token_expires_at ?? now
  const extended = extendDeadline({
    now,
    current: { uncapped_expires_at: current, token_expires_at: current },
    days,
    shift,
  })

  return (
    <AssignmentDialog
      event={event}
      title={t('extension.title', { name })}
      action={t('extension.extend')}
      doing={t('extension.extending')}
      act={
        extended === 'shift_over'
          ? undefined
          : async () => (await extendExpiration(assignment.id, days)).assignment
      }
      said={({ token_expires_at = '' }) =>
        t('extension.extended', { name, date: format.dateTime(token_expires_at) })
      }
      failed={t('errors.extend')}
      onClose={onClose}
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
            {extended.token_expires_at !== extended.uncapped_expires_at && (
              <span className="block text-ink-2">
                {t(hasStarted(shift, now) ? 'extension.capped_by_end' : 'extension.capped_by_start')}
              </span>
            )}
          </>
        )}
      </p>
    </AssignmentDialog>
  )
}
