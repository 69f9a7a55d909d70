import type { Event } from '@muster/contract/events'
import { clockChange } from '@muster/contract/rules/clock-change'
import type { PastedRow, WrongCell } from '@muster/contract/rules/pasted-shifts'
import { shiftWalls } from '@muster/contract/rules/shift-times'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { useDateFormat } from '../../../format/dates.ts'
import { useClockText } from '../../../ui/controls/clock/texts.ts'
import { Icon } from '../../../ui/page/icon.tsx'
import { useText } from './texts.ts'

/** Names the wrong cells of each line, and what the clock skips or repeats (D25). */
export function WrongLines({ event, rows }: { event: Event; rows: readonly PastedRow[] }) {
  const t = useText()
  const tc = useClockText()
  const format = useDateFormat(event.time_zone)
  const wrong = rows.filter(({ row }) => !row)
  const wordsOf = (cell: WrongCell) => {
    if (cell.fault !== 'wrong_weekday') return t(`${cell.fault}.${cell.cell}`, { text: cell.text })
    const noon = `${cell.day}T12:00:00.000Z`
    return t('paste.wrong_weekday', {
      text: cell.text,
      date: format.shortDate(noon),
      weekday: format.longWeekday(noon),
    })
  }
  const changed = rows.flatMap(({ line, row }) => {
    const { starts, ends } = row ? shiftWalls(row) : { starts: '', ends: '' }
    return [starts, ends].flatMap((wall) => {
      const change = row && clockChange(wall, event.time_zone)
      if (!change) return []
      const time = format.time(wallToInstant(wall, event.time_zone))
      return [{ key: `${line} ${wall}`, line, words: tc(change, { wall: wall.slice(11), time }) }]
    })
  })
  return (
    <output className="block">
      {changed.map(({ key, line, words }) => (
        <span key={key} className="block text-meta text-wait">
          <b className="font-semibold">{t('paste.line', { line })}: </b>
          {words}
        </span>
      ))}
      {wrong.length > 0 && (
        <span className="block rounded-control bg-wait-soft px-4 py-3">
          <b className="flex gap-2 text-compact font-semibold">
            <Icon name="alert" className="text-wait" />
            {t('paste.wrong', { count: wrong.length })}
          </b>
          {wrong.map((row) => (
            <span key={row.line} className="mt-2 block text-meta/snug">
              <b className="font-semibold">{t('paste.line', { line: row.line })}: </b>
              {row.wrong.map(wordsOf).join(' ')}
            </span>
          ))}
        </span>
      )}
    </output>
  )
}
