import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { FormError } from '../../ui/feedback/form-error.tsx'
import { answersQuery } from '../people/api.ts'
import { useValueWords } from '../people/use-value-words.ts'
import { useText } from './texts.ts'

/** D51: what the person has answered for this event, read when it is unfolded. */
export function Answers({ event, person_id }: { event: Event; person_id: string }) {
  const t = useText()
  const inWords = useValueWords()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useQuery({ ...answersQuery(person_id), enabled: isOpen })
  const answers = data?.filter((answer) => answer.event.id === event.id)
  return (
    <details
      className="text-hint text-ink-2 wrap-anywhere"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer pointer-coarse:py-3">{t('answers')}</summary>
      <FormError text={error ? errorText(error, t('answers_failed')) : undefined} />
      {answers?.length === 0 && <p>{t('no_answers')}</p>}
      <ul>
        {answers?.map(({ question_id, label, value }) => (
          <li key={question_id} className="whitespace-pre-line">
            {label} <b>{inWords(value)}</b>
          </li>
        ))}
      </ul>
    </details>
  )
}
