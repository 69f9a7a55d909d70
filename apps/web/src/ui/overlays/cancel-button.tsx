import type { Ref } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'

/** Cancel button of a dialog, a sheet or a bar. Disabled while `busy`, when nothing can be taken back. */
export function CancelButton({
  ref,
  label,
  busy,
  onClose,
}: {
  ref?: Ref<HTMLButtonElement>
  /** "Cancel" by default. */
  label?: string | undefined
  busy: boolean
  onClose: () => void
}) {
  const t = useWords()
  return (
    <Button kind="quiet" ref={ref} aria-disabled={busy} onClick={busy ? undefined : onClose}>
      {label ?? t('cancel')}
    </Button>
  )
}
