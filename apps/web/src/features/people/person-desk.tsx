import type { Person } from '@muster/contract/people'
import { useEffect, useEffectEvent, useState } from 'react'
import { MessageSheet } from '../messages/message-sheet.tsx'
import { PersonSheet } from './person-sheet.tsx'

/** Somebody who is edited or written to. Removed elsewhere meanwhile, they stay as they were opened. */
export function PersonDesk({
  doing,
  person_id,
  people,
  onMissing,
  onSaved,
  onFailure,
  onClose,
}: {
  doing: 'edit' | 'write'
  person_id: string
  people: readonly Person[]
  /** An address of somebody who is not there. */
  onMissing: () => void
  onSaved: (person: Person) => void
  onFailure: (text: string) => void
  onClose: () => void
}) {
  const newest = people.find(({ id }) => id === person_id)
  const [opened] = useState(newest)
  const person = newest ?? opened
  const isMissing = person === undefined
  const tell = useEffectEvent(onMissing)

  useEffect(() => {
    if (isMissing) tell()
  }, [isMissing])

  if (!person) return null
  return doing === 'write' ? (
    <MessageSheet person={person} onClose={onClose} />
  ) : (
    <PersonSheet person={person} onSaved={onSaved} onFailure={onFailure} onClose={onClose} />
  )
}
