import type { Invitation } from '@muster/contract/invitations'
import { useDateFormat } from '../../format/dates.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { PageLink } from '../../ui/page/page-link.tsx'
import { Status } from './invitation-ticket.tsx'
import { useText } from './texts.ts'

export function OtherShifts({ invitation: { shift, other_shifts } }: { invitation: Invitation }) {
  const t = useText()
  const { event } = shift.role
  const format = useDateFormat(event.time_zone)
  return (
    <>
      {other_shifts.length > 0 && (
        <section className="mt-8">
          <h2>{t('other_shifts')}</h2>
          <ul className="mt-2 grid">
            {other_shifts.map(({ token, status, start_dt, end_dt, role }) => (
              <li
                key={`${role.name} ${start_dt}`}
                className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3"
              >
                <span>
                  <b className="block">{role.name}</b>
                  <time dateTime={start_dt} className="text-meta text-ink-2">
                    {format.day(start_dt)}, {format.timeRange(start_dt, end_dt)}
                  </time>
                </span>
                <span className="flex flex-wrap items-center justify-end gap-x-3">
                  <Status status={status} />
                  {token && (
                    <PageLink
                      href={paths.confirmation(token)}
                      className={buttonClass({ kind: status === 'INVITED' ? 'line' : 'quiet' })}
                    >
                      {t(status === 'INVITED' ? 'answer_it' : 'see_it')}
                      <span className="sr-only">
                        {' '}
                        {role.name}, {format.day(start_dt)}, {format.timeRange(start_dt, end_dt)}
                      </span>
                    </PageLink>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <PageLink
        href={paths.publicEvent(event.id)}
        className={buttonClass({ kind: 'quiet', className: 'mt-2 w-full' })}
      >
        {t('see_event')}
      </PageLink>
    </>
  )
}
