import type { Person } from '@muster/contract/people'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { noticesQuery } from '../../api/notices-query.ts'
import { refreshOrganization } from '../../api/organization-key.ts'
import { fullName } from '../../format/names.ts'
import { Notices } from '../../ui/consequences/notices.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { deletePerson, peopleQuery, shiftsAheadQuery } from './api.ts'
import { useText } from './texts.ts'

export function DeletePersonDialog({
  person,
  onClose,
  onDeleted,
}: {
  person: Person
  onClose: () => void
  onDeleted: () => void
}) {
  const t = useText()
  const client = useQueryClient()
  const [tell, setTell] = useState(true)
  const ahead = useQuery(shiftsAheadQuery(person.id))
  const notices = useQuery(noticesQuery({ person_id: person.id }))
  const removal = useMutation({
    mutationFn: () => deletePerson(person.id, tell),
    onSuccess: () => {
      client.setQueryData(peopleQuery().queryKey, (before) => before?.filter(({ id }) => id !== person.id))
      void refreshOrganization(client)
      onDeleted()
    },
    onError: () => void refreshOrganization(client),
  })
  const name = fullName(person)
  const consequence = () => {
    if (ahead.isPending || notices.isPending) return undefined
    if (ahead.data === undefined || notices.data === undefined) return t('delete_dialog.unknown', { name })
    const shifts = ahead.data
    const { waiting_lists = 0 } = notices.data
    return (
      <>
        {shifts > 0 ? (
          <b>{t('delete_dialog.shifts', { name, count: shifts })}</b>
        ) : (
          t('delete_dialog.none', { name })
        )}
        {waiting_lists > 0 && (
          <b className="mt-2 block">{t('delete_dialog.waiting', { name, count: waiting_lists })}</b>
        )}
      </>
    )
  }

  return (
    <AlertDialog
      title={t('delete_dialog.title', { name })}
      confirm={t('delete')}
      busy={removal.isPending && t('delete_dialog.busy')}
      problem={removal.error ? errorText(removal.error, t('errors.delete')) : undefined}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <p>{t('delete_dialog.text')}</p>
      <p className="mt-2">{t('delete_dialog.erased')}</p>
      {/* Two lines are reserved for the counts until they are loaded. */}
      <p className="mt-2 min-h-[2lh]" aria-live="polite">
        {consequence()}
      </p>
      {ahead.data !== 0 && (
        <Notices className="mt-2" target={{ person_id: person.id }} tells={tell} onTells={setTell} />
      )}
    </AlertDialog>
  )
}
