import type { WaitingPerson } from '@muster/contract/waiting-list'
import { fullName } from '../../format/names.ts'
import { removeWaiting } from './api.ts'
import { LineDialog, type LineDialogProps } from './line-dialog.tsx'
import { useText } from './texts.ts'

/** D44: a person taken off the list is not told, and loses their place in it. */
export function RemoveWaitingDialog({
  place,
  ...props
}: Pick<LineDialogProps, 'event' | 'onDone' | 'onClose'> & {
  place: WaitingPerson
}) {
  const t = useText()
  const name = fullName(place.person)
  return (
    <LineDialog
      title={t('remove_dialog.title', { name })}
      confirm={t('remove')}
      busy={t('remove_dialog.busy')}
      change={() => removeWaiting(place.id)}
      done={t('removed', { name })}
      {...props}
    >
      <p>{t('remove_dialog.text')}</p>
      {place.status === 'OFFERED' && <p className="mt-2">{t('remove_dialog.offered')}</p>}
    </LineDialog>
  )
}
