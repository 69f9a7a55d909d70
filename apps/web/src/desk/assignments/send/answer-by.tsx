import type { Event } from '@muster/contract/events'
import { DAY_MS } from '@muster/contract/rules/instants'
import { now } from '../../../clock.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { NativeSelect, SelectBox } from '../../../ui/controls/native-select.tsx'
import { useText } from '../texts.ts'

/**
 * Without times, in which hardly any is left, people may answer until their shift begins. `isInBar`: as a short sentence
 * in a bar of controls.
 */
export function AnswerBy({
  event,
  times,
  value = '',
  onChange,
  isInBar = false,
}: {
  event: Event
  times: readonly string[]
  value: string | undefined
  onChange: (value: string) => void
  isInBar?: boolean
}) {
  const t = useText()
  const { weekday, day, time } = useDateFormat(event.time_zone)
  const wordsOf = (at: string) =>
    isInBar
      ? t('send.until', { when: `${isWithinWeek(at) ? weekday(at) : day(at)} ${time(at)}` })
      : `${day(at)}, ${time(at)}`
  const label = t('send.answer_by')
  const select = {
    value,
    onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) => onChange(currentTarget.value),
    children:
      times.length === 0 ? (
        <option value="">{t('send.until_start')}</option>
      ) : (
        times.toSorted().map((at) => (
          <option key={at} value={at}>
            {wordsOf(at)}
          </option>
        ))
      ),
  }
  return isInBar ? (
    <SelectBox narrow className="toolbar-select flex-none" aria-label={label} {...select} />
  ) : (
    <NativeSelect label={label} {...select} />
  )
}

/** Within a week the weekday says which day it is. */
const isWithinWeek = (at: string) => Date.parse(at) - now().getTime() < 6 * DAY_MS
