import type { Event, Role } from '@muster/contract/events'
import { useId } from 'react'
import { Linkified } from '../../ui/page/linkified.tsx'
import { sectionHeadingClass } from './schedule-day.tsx'
import { useText } from './texts.ts'

export function RoleDescriptions({ events, namesEvent }: { events: readonly Event[]; namesEvent: boolean }) {
  const t = useText()
  const id = useId()
  return (
    <section className="schedule-roles mt-12" aria-labelledby={id}>
      <h3 id={id} className={sectionHeadingClass}>
        {t('roles')}
      </h3>
      {namesEvent ? (
        events
          .filter(({ roles }) => roles.length > 0)
          .map((event) => (
            <section key={event.id}>
              <h4 className="mt-6 text-lead/body font-semibold">{event.name}</h4>
              <RoleList roles={event.roles} />
            </section>
          ))
      ) : (
        <RoleList roles={events.flatMap(({ roles }) => roles)} />
      )}
    </section>
  )
}

function RoleList({ roles }: { roles: readonly Role[] }) {
  const t = useText()
  return (
    <dl className="mt-4 gap-x-8 [columns:2_320px]">
      {roles.map(({ id, name, description }) => (
        <div key={id} className="mb-4 break-inside-avoid">
          <dt className="font-semibold">{name}</dt>
          {description ? (
            <dd className="whitespace-pre-line">
              <Linkified text={description} />
            </dd>
          ) : (
            <dd className="none text-ink-3 italic">{t('no_description')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
