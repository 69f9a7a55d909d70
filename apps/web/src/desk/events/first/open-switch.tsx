import type { Event } from '@muster/contract/events'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { dayInZone } from '@muster/contract/rules/zone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { now } from '../../../clock.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { paths } from '../../../paths.ts'
import { announce } from '../../../ui/feedback/live-region.tsx'
import { showFailure } from '../../../ui/overlays/failure-dialog.tsx'
import { storeEvent, updateEvent } from '../api.ts'
import { useText } from './texts.ts'

const CLOSING_TIME = '18:00'

/** Publishes the event (D49), or makes it a draft again. */
export function OpenSwitch({ event }: { event: Event }) {
  const t = useText()
  const id = useId()
  const client = useQueryClient()
  const { day, time, year } = useDateFormat(event.time_zone)
  const change = useMutation({
    mutationFn: (published: boolean) =>
      updateEvent(event.id, { published, ...(published && closingOf(event)) }, false),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      announce(t(saved.published ? 'opened_now' : 'draft_now', { name: saved.name }))
    },
    onError: (error) => showFailure(errorText(error, t('open_failed'))),
    onSettled: () => void refreshOrganization(client),
  })
  const isOn = change.isPending ? change.variables : event.published
  const { signup_closes_at: closes } = event
  const until =
    closes === null
      ? t('opens_always')
      : t('opens_until', { when: `${day(closes)} ${year(closes)}, ${time(closes)}` })
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <p id={id} className="font-semibold">
          {t('open')}
        </p>
        <p id={`${id}-how`} className="text-meta text-ink-2">
          {event.published ? until : t('closed')}
          {event.published && (
            <>
              {' · '}
              <Link to={`${paths.event(event.id, '/settings')}#sign-up`}>{t('change')}</Link>
            </>
          )}
        </p>
      </div>
      <button
        type="button"
        role="switch"
        className="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={`${id}-how`}
        onClick={() => change.isPending || change.mutate(!event.published)}
      />
    </div>
  )
}

/** Sign-up closes the evening before, unless a time was set, or that evening is over. */
function closingOf({ event_date_start, signup_closes_at, time_zone }: Event): { signup_closes_at?: string } {
  const evening = `${addDays(dayInZone(event_date_start, time_zone), -1)}T${CLOSING_TIME}`
  const closes = wallToInstant(evening, time_zone)
  return signup_closes_at === null && Date.parse(closes) > now().getTime() ? { signup_closes_at: closes } : {}
}
