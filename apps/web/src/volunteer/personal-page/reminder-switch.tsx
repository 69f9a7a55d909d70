import type { ReminderHours } from '@muster/contract/rules/shift-reminder'
import { useState } from 'react'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { changeReminders } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

type ReminderSwitchProps = {
  token: string
  hours: ReminderHours
  isOn: boolean
  onChanged: (change: { gets_reminders: boolean }) => void
}

/** D43. Shows the choice at once, and takes it back when it could not be saved. */
export function ReminderSwitch({ token, hours, isOn, onChanged }: ReminderSwitchProps) {
  const t = useText()
  const errorText = useErrorText()
  /** Choice that the server has not answered yet. */
  const [chosen, setChosen] = useState<boolean>()
  const [error, setError] = useState<unknown>()

  const choose = async (on: boolean) => {
    if (chosen !== undefined) return
    setChosen(on)
    setError(undefined)
    try {
      onChanged(await changeReminders(token, on))
    } catch (failure) {
      setError(failure)
    }
    setChosen(undefined)
  }

  return (
    <Checkbox
      className="mt-6 print:hidden"
      label={t('reminders', { count: hours / 24 })}
      checked={chosen ?? isOn}
      error={error === undefined ? undefined : errorText(error, 'process')}
      onChange={({ currentTarget }) => void choose(currentTarget.checked)}
    />
  )
}
