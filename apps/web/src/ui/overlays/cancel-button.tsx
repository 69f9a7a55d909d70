import type { Ref } from 'react'
import { useWords } from '../../i18n/words.ts'
import { Button } from '../controls/button.tsx'

/** Of a dialog, a sheet or a bar; while it is `busy`, nothing can be taken back. */
export function CancelButton({
  ref,
  busy,
  onClose,
}: {
  ref?: Ref<HTMLButtonElement>
  busy: boolean
  onClose: () => void
}) {
  const t = useWords()
  return (
    <Button kind="quiet" ref={ref} aria-disabled={busy} onClick={busy ? undefined : onClose}>
      {t('cancel')}
    </Button>
  )
}
