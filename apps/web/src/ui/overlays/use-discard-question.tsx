import { Suspense, useCallback, useRef, useState } from 'react'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { lazyPart } from '../page/lazy-part.tsx'

/** Loaded once there is something to lose. */
const DiscardQuestion = lazyPart(() => import('./discard-question.tsx'))

/** Asks before `leave(next)`, links, back, forward and closing the tab. The caller renders `question`. */
export function useDiscardQuestion(onDiscard?: () => void) {
  const isUnsaved = useRef(false)
  const [waiting, setWaiting] = useState<() => void>()

  const markUnsaved = useCallback((next: boolean) => {
    isUnsaved.current = next
    if (next) DiscardQuestion.load().catch(() => undefined)
  }, [])
  const leave = useCallback((next: () => void) => {
    if (isUnsaved.current) setWaiting(() => next)
    else next()
  }, [])
  useLeaveGuard(() => isUnsaved.current, leave)
  const question = waiting && (
    <Suspense fallback={null}>
      <DiscardQuestion
        onDiscard={() => {
          isUnsaved.current = false
          setWaiting(undefined)
          onDiscard?.()
          waiting()
        }}
        onClose={() => setWaiting(undefined)}
      />
    </Suspense>
  )
  return { markUnsaved, leave, question }
}
