import type { WaitingPerson } from '@muster/contract/waiting-list'
import { fullName } from '../../format/names.ts'
import { removeWaiting } from './api.ts'
import { useText } from './texts.ts'
import { WaitingDialog, type WaitingDialogProps } from './waiting-dialog.tsx'

/** D44: a person taken off the list is not told, and loses their place in it. */
export function RemoveWaitingDialog({
  place,
  ...props
}: Pick<WaitingDialogProps, 'event' | 'onDone' | 'onClose'> & {
  place: WaitingPerson
}) {
  const t = useText()
  const name = fullName(place.person)
  return (
    <WaitingDialog
      title={t('remove_dialog.title', { name })}
      confirm={t('remove')}
      busy={t('remove_dialog.busy')}
      change={() => removeWaiting(place.id)}
      done={t('removed', { name })}
      {...props}
    >
      <p>{t('remove_dialog.text')}</p>
      {place.status === 'OFFERED' && <p className="mt-2">{t('remove_dialog.offered')}</p>}
    </WaitingDialog>
  )
}
