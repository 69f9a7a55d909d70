import type { Person } from '@muster/contract/people'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText, joinSentences } from '../../api/api-error.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { deletePerson } from './api.ts'
import { useText } from './texts.ts'

/** One after another: what was done stays when one is refused, and is said. */
export function DeletePeopleDialog({
  people,
  onDeleted,
  onClose,
}: {
  people: readonly Person[]
  onDeleted: () => void
  onClose: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [tell, setTell] = useState(true)
  const [done, setDone] = useState(0)
  // Those of the beginning: the list loses those who are gone.
  const [chosen] = useState(people)
  const count = chosen.length
  const removal = useMutation({
    mutationFn: async () => {
      for (const { id } of chosen.slice(done)) {
        await deletePerson(id, tell).catch(ignoreGone)
        setDone((before) => before + 1)
      }
    },
    onSuccess: onDeleted,
    onSettled: () => void refreshOrganization(client),
  })
  const problem =
    removal.error &&
    joinSentences(errorText(removal.error, t('errors.delete')), t('delete_many.stopped', { done, count }))
  return (
    <AlertDialog
      title={t('delete_many.title', { count })}
      confirm={t('delete_many.confirm', { count: count - done })}
      busy={removal.isPending && t('delete_many.doing', { done, count })}
      problem={problem ?? undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('delete_many.text')}</p>
      <p className="mt-2">{t('delete_dialog.erased')}</p>
      <Checkbox
        className="mt-2"
        label={t('delete_many.tell')}
        checked={tell}
        onChange={({ currentTarget }) => setTell(currentTarget.checked)}
      />
    </AlertDialog>
  )
}

function ignoreGone(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'person_not_found')) throw error
}
