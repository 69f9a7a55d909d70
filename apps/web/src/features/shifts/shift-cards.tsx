import type { Event } from '@muster/contract/events'
import { useId } from 'react'
import { useDateFormat } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CoverageBar } from '../../ui/coverage-bar.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CountedShift, RoleGroup } from './group-shifts.ts'
import type { ShiftListProps } from './shift-table.tsx'
import { editShiftId, OpenPlaces, openShiftId, ShiftClock } from './shift-words.tsx'
import { useText } from './texts.ts'

/** The table for narrow screens: a card each, under its role and its day. */
export function ShiftCards({ groups, ...list }: ShiftListProps) {
  const t = useText()
  return (
    <section aria-label={t('by_role')}>
      {groups.map((group) => (
        <RoleSection key={group.role_id} group={group} {...list} />
      ))}
    </section>
  )
}

function RoleSection({ group, ...list }: Omit<ShiftListProps, 'groups'> & { group: RoleGroup }) {
  const t = useText()
  const id = useId()
  const days = partByDay(group, useDateFormat(list.event.time_zone).day)
  return (
    <section className="mt-10" aria-labelledby={id}>
      <h3 id={id} className="text-h3">
        {group.name}
      </h3>
      <p className="text-meta text-ink-2">
        {t('covered', { covered: group.covered, count: group.shifts.length })}
      </p>
      {days.map(({ day, shifts }) => (
        <div key={day}>
          <h4 className="mt-4 text-meta font-semibold text-ink-2">{day}</h4>
          <ul>
            {shifts.map((counted) => (
              <li key={counted.shift.id} className="card shift-card mt-2">
                {counted.shift.id === list.editedId ? (
                  <div className="p-4">{list.renderEditor(counted.shift)}</div>
                ) : (
                  <ShiftCard counted={counted} {...list} />
                )}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function ShiftCard({
  event,
  counted: { shift, coverage },
  openId,
  onToggle,
  onEdit,
  onDelete,
  renderPanel,
}: Omit<ShiftListProps, 'groups'> & { event: Event; counted: CountedShift }) {
  const t = useText()
  const isOpen = shift.id === openId
  return (
    <>
      <button
        type="button"
        id={openShiftId(shift)}
        className="chevron"
        aria-expanded={isOpen}
        onClick={() => onToggle(shift)}
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="num text-lead [&>small]:ml-2 [&>small]:text-meta [&>small]:font-normal [&>small]:text-ink-3">
            <ShiftClock event={event} shift={shift} />
          </b>
          <span>
            <OpenPlaces coverage={coverage} />
          </span>
        </span>
        <span className="mt-2 flex items-center gap-3">
          <CoverageBar
            className="flex-1"
            needed={coverage.needed}
            confirmed={coverage.confirmed}
            pending={coverage.pending}
          />
          <span className="num" aria-hidden="true">
            {coverage.confirmed}/{coverage.needed}
          </span>
          <Icon name="down" />
        </span>
      </button>
      {isOpen && (
        <div className="bg-sunken px-3 pt-1 pb-3">
          <div className="mb-1 flex flex-wrap">
            <Button kind="quiet" id={editShiftId(shift)} onClick={() => onEdit(shift)}>
              {t('edit_shift')}
            </Button>
            <Button kind="quiet" onClick={() => onDelete(shift)}>
              {t('remove_shift')}
            </Button>
          </div>
          {renderPanel(shift)}
        </div>
      )}
    </>
  )
}

function partByDay(
  group: RoleGroup,
  dayOf: (iso: string) => string,
): { day: string; shifts: CountedShift[] }[] {
  const days = new Map<string, CountedShift[]>()
  for (const counted of group.shifts) {
    const day = dayOf(counted.shift.start_dt)
    days.set(day, [...(days.get(day) ?? []), counted])
  }
  return [...days].map(([day, shifts]) => ({ day, shifts }))
}
