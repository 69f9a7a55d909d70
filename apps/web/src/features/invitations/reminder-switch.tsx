import type { ReminderHours } from '@muster/contract/rules/shift-reminder'
import { useState } from 'react'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { changeReminders } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

type ReminderSwitchProps = {
  token: string
  hours: ReminderHours
  wasOn: boolean
  onChanged: (change: { gets_reminders: boolean }) => void
}

/** D43. Shows the choice at once, and takes it back when it could not be saved. */
export function ReminderSwitch({ token, hours, wasOn, onChanged }: ReminderSwitchProps) {
  const t = useText()
  const errorText = useErrorText()
  const [isOn, setIsOn] = useState(wasOn)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  const choose = async (on: boolean) => {
    if (isBusy) return
    setIsOn(on)
    setIsBusy(true)
    setError(undefined)
    try {
      const changed = await changeReminders(token, on)
      setIsOn(changed.gets_reminders)
      onChanged(changed)
    } catch (failure) {
      setIsOn(!on)
      setError(failure)
    }
    setIsBusy(false)
  }

  return (
    <Checkbox
      className="mt-6 print:hidden"
      label={t('reminders', { count: hours })}
      checked={isOn}
      error={error === undefined ? undefined : errorText(error, 'process')}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
