import type { LeftOut, Shift } from '@muster/contract/shifts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { joinSentences } from '../../../api/api-error.ts'
import { fullName } from '../../../format/names.ts'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts'
import { batchPreviewQuery, type ShiftBatch } from '../api.ts'
import { useText } from './texts.ts'

/** Milliseconds without a change after which the server is asked. */
const QUIET_MS = 250

/** Offers to take the people of copied shifts along, not asked yet (D46), and names those who are busy then. */
export function TakePeople({
  shifts,
  create,
  isOn,
  onChange,
}: {
  shifts: readonly Shift[]
  /** The copies, with those people. */
  create: NonNullable<ShiftBatch['create']>
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  const t = useText()
  const count = new Set(shifts.flatMap(listPeople)).size
  const batch = JSON.stringify({ create })
  const settled = useSettledValue(batch, QUIET_MS)
  const { data } = useQuery({
    ...batchPreviewQuery(JSON.parse(settled)),
    enabled: count > 0 && create.length > 0 && settled === batch,
    placeholderData: keepPreviousData,
  })
  if (count === 0) return null
  const busy = create.length > 0 ? namesOf(data?.left_out ?? []).join(', ') : ''
  return (
    <div>
      <Checkbox
        label={t('take_people', { count })}
        checked={isOn}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {/* A line of room, so that nothing moves when the answer comes. */}
      <p className="-mt-1.5 min-h-5 pl-9 text-hint text-ink-3" aria-live="polite">
        {busy && t('busy_then', { names: busy })}
      </p>
    </div>
  )
}

/** Ids of those who are on a shift. Who has only an offer of a place beside others (D61) is not. */
function listPeople({ assignment }: Shift): string[] {
  return assignment.flatMap(({ status, ask_id, person }) =>
    status === 'CONFIRMED' || (status === 'INVITED' && !ask_id) ? person.id : [],
  )
}

const namesOf = (left_out: LeftOut): string[] => [
  ...new Map(left_out.map((each) => [each.person_id, fullName(each)])).values(),
]

/** Most names in a toast. */
const MOST_NAMES = 5

/** Adds to what was done who is not on it, because they are busy then. */
export function useWithLeftOut(): (done: string, left_out: LeftOut) => string {
  const t = useText()
  return (done, left_out) => {
    const names = namesOf(left_out)
    if (names.length === 0) return done
    const more = names.length > MOST_NAMES ? ` +${names.length - MOST_NAMES}` : ''
    return joinSentences(done, t('busy_then', { names: names.slice(0, MOST_NAMES).join(', ') + more }))
  }
}
