import type { Person } from '@muster/contract/people'
import { useEffect, useEffectEvent, useState } from 'react'
import { MessageSheet } from '../messages/message-sheet.tsx'
import { PersonSheet } from './person-sheet.tsx'

/** Edits a person. If they are removed elsewhere, the form stays as it was opened. */
export function PersonEditor({
  doing,
  person_id,
  people,
  onMissing,
  onSaved,
  onClose,
}: {
  doing: 'edit' | 'write'
  person_id: string
  people: readonly Person[]
  onMissing: () => void
  onSaved: (person: Person) => void
  onClose: () => void
}) {
  const newest = people.find(({ id }) => id === person_id)
  const [opened] = useState(newest)
  const person = newest ?? opened
  const isMissing = person === undefined
  const report = useEffectEvent(onMissing)

  useEffect(() => {
    if (isMissing) report()
  }, [isMissing])

  if (!person) return null
  return doing === 'write' ? (
    <MessageSheet person={person} onClose={onClose} />
  ) : (
    <PersonSheet person={person} onSaved={onSaved} onClose={onClose} />
  )
}
