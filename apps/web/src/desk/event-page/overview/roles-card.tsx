import type { Event } from '@muster/contract/events'
import { groupBy } from '@muster/contract/rules/group-by'
import { Link } from 'react-router'
import { useMay } from '../../../api/rights.ts'
import { paths } from '../../../paths.ts'
import { useCoverageWords } from '../../../ui/feedback/coverage-words.ts'
import { StateBar } from '../../../ui/feedback/state-bar.tsx'
import { type CountedShift, sumShifts } from '../../shifts/group-shifts.ts'
import { OverviewCard } from './card.tsx'
import { useText } from './texts.ts'

/** How each role is covered. A press lists its shifts. */
export function RolesCard({ event, shifts }: { event: Event; shifts: readonly CountedShift[] }) {
  const t = useText()
  const mayPlan = useMay('plan') && !event.archived
  const { openParts } = useCoverageWords()
  const ofRole = groupBy(shifts, ({ shift }) => shift.role.id)
  return (
    <OverviewCard
      title={t('roles.title')}
      aside={
        mayPlan && (
          <Link
            to={`${paths.event(event.id, '/settings')}#roles`}
            className="relative text-compact font-semibold text-primary no-underline hover:underline after:absolute after:-inset-2.5"
          >
            {t('roles.add')}
          </Link>
        )
      }
    >
      <ul className="mt-1.5">
        {event.roles.map(({ id, name }) => {
          const coverage = sumShifts(ofRole.get(id) ?? [])
          const [missing] = openParts({ needed: 0, confirmed: 0, missing: coverage.missing })
          return (
            <li key={id}>
              <Link
                to={paths.event(event.id, '/shifts', { role: id })}
                className="-mx-2 grid min-h-7 grid-cols-[minmax(0,1fr)_92px_78px] items-center gap-3 rounded-small px-2 text-compact text-ink no-underline hover:bg-sunken pointer-coarse:min-h-11"
              >
                <span className="truncate" title={name}>
                  {name}
                </span>
                {coverage.needed > 0 ? <StateBar coverage={coverage} className="*:h-2!" /> : <span />}
                <span
                  className={`text-right text-meta ${missing ? 'font-semibold text-miss' : 'text-ink-3'}`}
                >
                  {missing?.text ?? (coverage.needed === 0 && t('roles.no_shifts'))}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </OverviewCard>
  )
}
