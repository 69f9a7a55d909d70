import { useCallback, useRef, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { AlertDialog } from './alert-dialog.tsx'

/** Asks before `leave(next)`, links, back, forward and closing the tab. The caller renders `question`. */
export function useDiscardQuestion(onDiscard?: () => void) {
  const isUnsaved = useRef(false)
  const [waiting, setWaiting] = useState<() => void>()

  const markUnsaved = useCallback((next: boolean) => {
    isUnsaved.current = next
  }, [])
  const leave = useCallback((next: () => void) => {
    if (isUnsaved.current) setWaiting(() => next)
    else next()
  }, [])
  useLeaveGuard(() => isUnsaved.current, leave)
  const question = waiting && (
    <DiscardQuestion
      onDiscard={() => {
        isUnsaved.current = false
        setWaiting(undefined)
        onDiscard?.()
        waiting()
      }}
      onClose={() => setWaiting(undefined)}
    />
  )
  return { markUnsaved, leave, question }
}

export function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
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
