import type { Event } from '@muster/contract/events'
import { hasSensibleYear } from '@muster/contract/rules/sensible-year'
import { readTypedTime } from '@muster/contract/rules/typed-time'
import { addDays, wallToInstant } from '@muster/contract/rules/wall-time'
import { instantToWall } from '@muster/contract/rules/zone'
import { useState } from 'react'
import { now } from '../../clock.ts'
import { useDateFormat } from '../../format/dates.ts'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TimeField } from '../../ui/controls/clock/time-field.tsx'
import { Menu } from '../../ui/controls/menu.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Icon } from '../../ui/page/icon.tsx'
import { useText } from './texts.ts'

type LaterProps = { event: Event; disabled: boolean; onChoose: (send_at: string) => void }

/** D68: tonight, tomorrow, or a day and time, by the clock of the event. */
export function LaterMenu({ event, disabled, onChoose }: LaterProps) {
  const t = useText()
  const format = useDateFormat(event.time_zone)
  const [isAsking, setIsAsking] = useState(false)
  const today = instantToWall(now().toISOString(), event.time_zone).slice(0, 10)
  const at = (day: string, clock: string) => wallToInstant(`${day}T${clock}`, event.time_zone)
  const [tonight, tomorrow] = [at(today, '18:00'), at(addDays(today, 1), '08:00')]
  const entry = (label: 'tonight' | 'tomorrow', send_at: string) => ({
    label: t(`later.${label}`, { time: format.time(send_at) }),
    onSelect: () => onChoose(send_at),
  })
  return (
    <>
      <Menu
        trigger={
          <Button kind="line" className="max-tablet:px-3!" disabled={disabled}>
            {t('later.title')}
            <Icon name="down" size="small" />
          </Button>
        }
        entries={[
          ...(tonight > now().toISOString() ? [entry('tonight', tonight)] : []),
          entry('tomorrow', tomorrow),
          { label: t('later.other'), onSelect: () => setIsAsking(true) },
        ]}
      />
      {isAsking && (
        <LaterDialog
          first={addDays(today, 1)}
          at={at}
          onChoose={(send_at) => {
            setIsAsking(false)
            onChoose(send_at)
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

type DialogProps = {
  first: string
  at: (day: string, clock: string) => string
  onChoose: (send_at: string) => void
  onClose: () => void
}

function LaterDialog({ first, at, onChoose, onClose }: DialogProps) {
  const t = useText()
  const words = useWords()
  const [day, setDay] = useState(first)
  const [time, setTime] = useState('08:00')
  const [problem, setProblem] = useState<string>()
  const choose = () => {
    const clock = readTypedTime(time)
    if (!hasSensibleYear(day) || clock === undefined) return setProblem(t('later.incomplete'))
    const send_at = at(day, clock)
    if (Date.parse(send_at) <= now().getTime()) return setProblem(t('later.over'))
    onChoose(send_at)
  }
  return (
    <Dialog
      title={t('later.other')}
      problem={problem}
      footer={
        <>
          <Button kind="line" onClick={onClose}>
            {words('cancel')}
          </Button>
          <Button onClick={choose}>{t('later.plan')}</Button>
        </>
      }
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('later.day')}
          type="date"
          value={day}
          onChange={(change) => setDay(change.currentTarget.value)}
        />
        <TimeField label={t('later.time')} value={time} onChange={setTime} />
      </div>
      <p className="mt-3 text-meta text-ink-2">{t('later.help')}</p>
    </Dialog>
  )
}
