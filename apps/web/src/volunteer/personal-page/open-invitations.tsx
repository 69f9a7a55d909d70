import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Badge } from '../../ui/feedback/badge.tsx'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { useDeadline } from '../../ui/hooks/use-deadline.ts'
import type { OpenShift } from './own-shifts.ts'
import { useText } from './texts.ts'
import type { Changes } from './use-changes.ts'

type OpenInvitationsProps = {
  shifts: readonly OpenShift[]
  timeZone: string
  changes: Changes
  onAnswer: (shift: OpenShift, confirm: boolean) => void
}

export function OpenInvitations({ shifts, timeZone, changes, onAnswer }: OpenInvitationsProps) {
  const t = useText()
  const format = useDateFormat(timeZone)
  const said = useDeadline(timeZone)
  const { running, problem } = changes
  return (
    <section className="print:hidden">
      <h2>{t('asked.title')}</h2>
      <ul className="mt-3 grid gap-3">
        {shifts.map((shift) => {
          const { token, role, start_dt, end_dt, answer_by } = shift
          const when = `${format.day(start_dt)}, ${format.timeRange(start_dt, end_dt)}`
          // `detail < 2` ignores the second click of a double click, which may land on the next invitation.
          const busy = running?.token === token ? running.action : undefined
          return (
            <li
              key={token}
              className="rounded-card border border-wait bg-surface p-4 wrap-anywhere shadow-card"
            >
              <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
                <b>{role.name}</b>
                <Badge tone="wait">{t('status.INVITED')}</Badge>
              </div>
              <time dateTime={start_dt} className="block text-meta text-ink-2">
                {when}
              </time>
              <p className="text-hint text-ink-3">{t('answer_by', said(answer_by))}</p>
              <div className="mt-3 grid grid-cols-2 gap-3">
                <Button
                  size="tall"
                  className="px-2!"
                  busy={busy === 'yes' && t('submitting')}
                  aria-disabled={running !== undefined}
                  onClick={({ detail }) => detail < 2 && onAnswer(shift, true)}
                >
                  {t('asked.yes')}
                  <span className="sr-only">
                    {' '}
                    {role.name}, {when}
                  </span>
                </Button>
                <Button
                  size="tall"
                  className="px-2!"
                  kind="line"
                  busy={busy === 'no' && t('submitting')}
                  aria-disabled={running !== undefined}
                  onClick={({ detail }) => detail < 2 && onAnswer(shift, false)}
                >
                  {t('asked.no')}
                  <span className="sr-only">
                    {' '}
                    {role.name}, {when}
                  </span>
                </Button>
              </div>
              <FormError text={problem?.token === token ? problem.text : undefined} className="mt-3" />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
