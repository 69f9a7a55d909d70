import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationsQuery, type PreviewForm } from '../api.ts'

/** `as_person_id`: whose messages are shown, of those who are invited. */
export function useInvitationPreview(
  event_id: string,
  form: Omit<PreviewForm, 'as_person_id'>,
  isWanted = true,
) {
  const [chosen, setChosen] = useState<string>()
  const ids = form.invites.map(({ person_id }) => person_id)
  const as_person_id = ids.find((id) => id === chosen) ?? ids[0] ?? ''
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...invitationsQuery(event_id, { ...form, as_person_id }),
    enabled: isWanted && ids.length > 0,
  })
  return {
    preview: ids.length > 0 ? data : undefined,
    /** False while the form has changed since. */
    isCurrent: data !== undefined && !isPlaceholderData,
    error,
    as_person_id,
    showAs: setChosen,
    tryAgain: () => void refetch(),
  }
}
