import { defineTexts } from '../../i18n/define-texts.ts'
import { AlertDialog } from './alert-dialog.tsx'

export default function DiscardQuestion({
  onDiscard,
  onClose,
}: {
  onDiscard: () => void
  onClose: () => void
}) {
  const t = useText()
  return (
    <AlertDialog title={t('title')} confirm={t('confirm')} onConfirm={onDiscard} onClose={onClose}>
      <p>{t('text')}</p>
    </AlertDialog>
  )
}

const useText = defineTexts('discard_question', {
  en: {
    title: 'Discard your changes?',
    text: 'What you have changed here is not saved yet.',
    confirm: 'Discard',
  },
  sv: {
    title: 'Kasta dina ändringar?',
    text: 'Det du har ändrat här är inte sparat än.',
    confirm: 'Kasta',
  },
})
