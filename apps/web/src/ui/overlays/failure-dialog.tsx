import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect, useRef } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from './dialog.tsx'

const $failure = atom<string | undefined>()

/** Shows a failure for which no form has a place. */
export function showFailure(text: string): void {
  $failure.set(text)
}

export function Failures() {
  const text = useStore($failure)
  const close = () => $failure.set(undefined)
  useEffect(() => () => $failure.set(undefined), [])
  return text === undefined ? null : <FailureDialog text={text} onClose={close} />
}

function FailureDialog({ text, onClose }: { text: string; onClose: () => void }) {
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
