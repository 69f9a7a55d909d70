import { DAY_MS } from '@muster/contract/rules/instants'
import { shiftInstants, shiftWalls } from '@muster/contract/rules/shift-times'
import { useDateFormat } from '../../../format/dates.ts'
import { formatDuration } from '../../../format/duration.ts'
import { clockOfDraft, type ShiftDraft } from './shift-draft.ts'
import { useText } from './texts.ts'

type Times = { start_dt: string; end_dt: string }

/** How long a shift lasts, and on which day it ends. */
export function useWordsOfEnd(timeZone: string) {
  const t = useText()
  const format = useDateFormat(timeZone)
  return {
    /** "3 h", "3 h, ends Saturday"; of more than a week with the date. */
    length: ({ start_dt, end_dt }: Times) => {
      const ms = Date.parse(end_dt) - Date.parse(start_dt)
      if (ms <= 0) return ''
      if (format.isoDate(start_dt) === format.isoDate(end_dt)) return formatDuration(ms)
      const day = ms < 6 * DAY_MS ? format.longWeekday(end_dt) : format.day(end_dt)
      return t('length_later', { length: formatDuration(ms), day })
    },
    /** Beside a time of the list: "1 h 30 min", on the next day "Sat, 1 h 30 min". */
    hint: (draft: ShiftDraft, to: string) => {
      const clock = clockOfDraft({ ...draft, to })
      if (!clock) return ''
      const { starts, ends } = shiftWalls({ ...clock, end_day: undefined })
      const { end_dt } = shiftInstants({ ...clock, end_day: undefined }, timeZone)
      const length = formatDuration(Date.parse(`${ends}Z`) - Date.parse(`${starts}Z`))
      return starts.slice(0, 10) === ends.slice(0, 10) ? length : `${format.weekday(end_dt)}, ${length}`
    },
    until: ({ end_dt }: Times) => format.dateTime(end_dt),
  }
}
