import { useWords } from '../i18n/words.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** What failed on a page, to be read and closed. */
export function FailureDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useWords()
  return (
    <Dialog title={t('problem')} onClose={onClose} footer={<Button onClick={onClose}>{t('close')}</Button>}>
      <p>{text}</p>
    </Dialog>
  )
}
