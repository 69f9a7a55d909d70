import { useRef } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

/** What failed on a page, to be read and closed. */
export function FailureDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useWords()
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={t('problem')}
      initialFocus={close}
      onClose={onClose}
      footer={
        <Button ref={close} onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
