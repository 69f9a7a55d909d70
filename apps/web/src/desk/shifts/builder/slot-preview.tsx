import type { Event } from '@muster/contract/events'
import { groupBy } from '@muster/contract/rules/group-by'
import type { Shift } from '@muster/contract/shifts'
import { useId } from 'react'
import { useDateFormat } from '../../../format/dates.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormError } from '../../../ui/feedback/form-error.tsx'
import { useIsWide } from '../../../ui/hooks/use-is-wide.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { FormFoot } from '../form/form-foot.tsx'
import { SlotRow } from './slot-row.tsx'
import { SlotTimeline } from './slot-timeline.tsx'
import { useText } from './texts.ts'
import type { ListedSlot } from './use-chosen-slots.ts'

/** With more rows than this, or on a narrow screen, only the first group is open. */
const MOST_OPEN = 200

/** What will be added, as it is typed: by day on a timeline, and row by row. */
export function SlotPreview({
  event,
  shifts,
  listed,
  length,
  problem,
  isAdding,
  onToggle,
  onLeave,
}: {
  event: Event
  shifts: readonly Shift[]
  listed: readonly ListedSlot[]
  /** Minutes. A slot of another length is named: the clock changes in that night (D25). Undefined: they differ anyway. */
  length: number | undefined
  problem: string | undefined
  isAdding: boolean
  onToggle: (key: string) => void
  onLeave: () => void
}) {
  const t = useText()
  const id = useId()
  const format = useDateFormat(event.time_zone)
  const isWide = useIsWide()
  const chosen = listed.filter(({ isOut }) => !isOut)
  const places = chosen.reduce((sum, { slot }) => sum + slot.required_qty, 0)
  const names = new Map(event.roles.map((role) => [role.id, role.name]))
  const groups = [...groupBy(listed, ({ slot }) => `${slot.day} ${slot.role_id}`)]
  const areOpen = isWide && listed.length <= MOST_OPEN
  return (
    <section aria-labelledby={id}>
      <div className="form-part flex items-baseline justify-between gap-3 pt-5">
        <h4 id={id} className="text-h2 font-bold" aria-live="polite">
          {t('will_be_added', { count: chosen.length })}
        </h4>
        <span className="text-meta whitespace-nowrap text-ink-2">{t('places', { count: places })}</span>
      </div>
      {listed.length > 0 && <SlotTimeline event={event} shifts={shifts} listed={listed} />}
      <div className="slot-groups">
        {groups.map(([key, group], at) => (
          <details key={key} open={areOpen || at === 0} className="min-w-0">
            <summary>
              <b className="min-w-0 font-semibold wrap-anywhere">
                {names.get(group[0]?.slot.role_id ?? '')}, {format.shortDay(group[0]?.slot.day ?? '')}
              </b>
              <span className="flex flex-none items-center gap-1.5 text-hint text-ink-3">
                <CountOf group={group} />
                <Icon name="down" size="small" />
              </span>
            </summary>
            <ul>
              {group.map((each) => (
                <SlotRow
                  key={each.key}
                  event={event}
                  listed={each}
                  length={length}
                  onToggle={() => isAdding || onToggle(each.key)}
                />
              ))}
            </ul>
          </details>
        ))}
      </div>
      <FormError text={problem} className="form-part mt-2" />
      <FormFoot
        sum={`${t('shifts', { count: chosen.length })}, ${t('places', { count: places })}`}
        detail={t('seen_at_once')}
      >
        <Button kind="quiet" aria-disabled={isAdding} onClick={isAdding ? undefined : onLeave}>
          {t('cancel')}
        </Button>
        <Button type="submit" busy={isAdding && t('adding')}>
          {t('add', { count: chosen.length })}
        </Button>
      </FormFoot>
    </section>
  )
}

function CountOf({ group }: { group: readonly ListedSlot[] }) {
  const t = useText()
  const count = group.length
  const some = group.filter(({ isOut }) => !isOut).length
  return <span>{some === count ? t('shifts', { count }) : t('some_of', { count, some })}</span>
}
