import type { Event } from '@muster/contract/events'
import { useDateFormat } from '../../../format/dates.ts'
import { NativeSelect } from '../../../ui/controls/native-select.tsx'
import { useText } from '../texts.ts'

/** Without times, in which hardly any is left, people may answer until their shift begins. */
export function AnswerBy({
  event,
  times,
  value,
  onChange,
}: {
  event: Event
  times: readonly string[]
  value: string | undefined
  onChange: (value: string) => void
}) {
  const t = useText()
  const { day, time } = useDateFormat(event.time_zone)
  return (
    <NativeSelect
      label={t('send.answer_by')}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {times.length === 0 && <option value="">{t('send.until_start')}</option>}
      {times.map((at) => (
        <option key={at} value={at}>
          {`${day(at)}, ${time(at)}`}
        </option>
      ))}
    </NativeSelect>
  )
}
