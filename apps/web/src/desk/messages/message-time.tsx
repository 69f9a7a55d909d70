import { now } from '../../clock.ts'
import { browserTimeZone, useDateFormat } from '../../format/dates.ts'
import { useText } from './texts.ts'

/** "Today 11:38" or the day, in the reader's zone. */
export function MessageTime({ iso }: { iso: string }) {
  const t = useText()
  const format = useDateFormat(browserTimeZone())
  const isToday = format.isoDate(iso) === format.isoDate(now().toISOString())
  return (
    <time dateTime={iso} title={format.dateTime(iso)}>
      <b className="whitespace-nowrap">{isToday ? t('today') : format.shortDate(iso)}</b>{' '}
      <span className="text-ink-2">{format.time(iso)}</span>
    </time>
  )
}
