import { useWords } from '../../i18n/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useText } from './texts.ts'

/** What failed on the dashboard, to be read and closed (spec §8). */
export function FailureDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText()
  const words = useWords()
  return (
    <Dialog
      title={t('problem')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{words('close')}</Button>}
    >
      <p>{text}</p>
    </Dialog>
  )
}
