import { useWords } from '../../i18n/words.ts'
import { AlertDialog } from './alert-dialog.tsx'

export default function DiscardQuestion({
  onDiscard,
  onClose,
}: {
  onDiscard: () => void
  onClose: () => void
}) {
  const t = useWords()
  return (
    <AlertDialog
      title={t('discard.title')}
      confirm={t('discard.confirm')}
      onConfirm={onDiscard}
      onClose={onClose}
    >
      <p>{t('discard.text')}</p>
    </AlertDialog>
  )
}
