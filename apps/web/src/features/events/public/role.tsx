import type { PublicEvent } from '@muster/contract/events'
import type { SeenShift } from '@muster/contract/rules/live-diff'
import { useId } from 'react'
import type { Highlights } from '../../../live/use-highlights.ts'
import { Linkified } from '../../../ui/page/linkified.tsx'
import { PublicShiftCard } from './shift-card.tsx'

type PublicRoleProps = {
  event: PublicEvent
  role: PublicEvent['roles'][number]
  shifts: readonly SeenShift[]
  highlights: Highlights
}

export function PublicRole({ event, role, shifts, highlights }: PublicRoleProps) {
  const id = useId()
  if (shifts.length === 0) return null
  return (
    <section id={`role-${role.id}`} className="mt-10" aria-labelledby={id}>
      <h2 id={id}>{role.name}</h2>
      {role.description && (
        <p className="mt-1 text-ink-2">
          <Linkified text={role.description} />
        </p>
      )}
      <ul className="mt-4 grid gap-4">
        {shifts.toSorted(byStart).map((shift) => (
          <li key={shift.id}>
            <PublicShiftCard event={event} role={role} shift={shift} highlights={highlights} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function byStart(a: SeenShift, b: SeenShift): number {
  return Date.parse(a.start_dt) - Date.parse(b.start_dt) || Date.parse(a.end_dt) - Date.parse(b.end_dt)
}
