import type { Event } from '@muster/contract/events'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../../api/api-error.ts'
import { refreshOrganization } from '../../../api/organization-key.ts'
import { useDateFormat } from '../../../format/dates.ts'
import { useNow } from '../../../live/use-now.ts'
import { AlertDialog } from '../../../ui/overlays/alert-dialog.tsx'
import { storeEvent, updateEvent } from '../api.ts'
import { useText } from '../texts.ts'
import { useActText } from './texts.ts'

/** D49 */
export default function PublishDialog({
  event,
  onClose,
  onPublished,
}: {
  event: Event
  onClose: () => void
  onPublished: (event: Event) => void
}) {
  const t = useActText()
  const client = useQueryClient()
  const words = useText()
  const format = useDateFormat(event.time_zone)
  const { signup_opens_at } = event
  const now = useNow()
  const shifts = event.roles.reduce((sum, { shift_count }) => sum + shift_count, 0)
  const publication = useMutation({
    mutationFn: () => updateEvent(event.id, { published: true }, false),
    onSuccess: (saved) => {
      storeEvent(client, saved)
      onPublished(saved)
    },
    onSettled: () => void refreshOrganization(client),
  })
  return (
    <AlertDialog
      kind="primary"
      title={t('publish.title', { name: event.name })}
      confirm={t('publish.confirm')}
      busy={publication.isPending && t('publish.busy')}
      problem={publication.error ? errorText(publication.error, words('errors.update')) : undefined}
      onConfirm={() => publication.mutate()}
      onClose={onClose}
    >
      <p>{t('publish.text')}</p>
      <p className="mt-2 text-ink-2">
        {shifts === 0
          ? t('publish.no_shifts')
          : signup_opens_at !== null && Date.parse(signup_opens_at) > Date.parse(now)
            ? t('publish.opens', { when: `${format.day(signup_opens_at)} ${format.time(signup_opens_at)}` })
            : t('publish.shifts', { count: shifts })}
      </p>
    </AlertDialog>
  )
}
