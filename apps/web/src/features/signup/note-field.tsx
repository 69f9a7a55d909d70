import { useState } from 'react'
import { TextArea } from '../../ui/controls/text-field.tsx'
import { useText } from './texts.ts'
import type { useSignupForm } from './use-signup-form.ts'

type NoteFieldProps = {
  form: ReturnType<typeof useSignupForm>
  organization: string
  isFull: boolean
  error: string | undefined
}

/** V4. Not shown on a full shift, which takes no note. If the shift fills while it is shown, it stays and says so. */
export function NoteField({ form: { values, change, touch }, organization, isFull, error }: NoteFieldProps) {
  const t = useText()
  const [wasFull] = useState(isFull)
  if (isFull && wasFull && values.note === '') return null
  return (
    <TextArea
      label={t('note')}
      hint={isFull ? t('note_not_sent') : t('note_hint', { organization })}
      optional
      error={isFull ? undefined : error}
      name="note"
      rows={2}
      readOnly={isFull}
      value={values.note}
      onChange={({ currentTarget }) => change('note', currentTarget.value)}
      onBlur={() => touch('note')}
    />
  )
}
