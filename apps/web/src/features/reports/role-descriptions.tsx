import type { Event, Role } from '@muster/contract/events'
import { useId } from 'react'
import { Linkified } from '../../ui/page/linkified.tsx'
import { useText } from './texts.ts'

export function RoleDescriptions({ events, namesEvent }: { events: readonly Event[]; namesEvent: boolean }) {
  const t = useText()
  const id = useId()
  return (
    <section className="schedule-roles" aria-labelledby={id}>
      <h3 id={id}>{t('roles')}</h3>
      {namesEvent ? (
        events
          .filter(({ roles }) => roles.length > 0)
          .map((event) => (
            <section key={event.id}>
              <h4>{event.name}</h4>
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
    <dl>
      {roles.map(({ id, name, description }) => (
        <div key={id}>
          <dt>{name}</dt>
          {description ? (
            <dd>
              <Linkified text={description} />
            </dd>
          ) : (
            <dd className="none">{t('no_description')}</dd>
          )}
        </div>
      ))}
    </dl>
  )
}
