import type { WaitingPerson } from '@muster/contract/waiting-list'
import { fullName } from '../../format/names.ts'
import { offerPlace } from './api.ts'
import { useText } from './texts.ts'
import { WaitingDialog, type WaitingDialogProps } from './waiting-dialog.tsx'

/** D44: withdraws the offer of `holder` and offers the place to another person in line. */
export function OfferInsteadDialog({
  place,
  holder,
  ...props
}: Pick<WaitingDialogProps, 'event' | 'onDone' | 'onClose'> & {
  place: WaitingPerson
  holder: WaitingPerson
}) {
  const t = useText()
  const name = fullName(place.person)
  return (
    <WaitingDialog
      title={t('offer_dialog.title', { name })}
      confirm={t('offer_dialog.confirm')}
      kind="primary"
      busy={t('offer_dialog.busy')}
      change={() => offerPlace(place.id, holder.id)}
      done={t('offered_to', { name })}
      {...props}
    >
      <p>{t('offer_dialog.holder', { holder: fullName(holder.person) })}</p>
      <p className="mt-2">{t('offer_dialog.text')}</p>
    </WaitingDialog>
  )
}
