import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useLeaveGuard } from '../hooks/use-leave-guard.ts'
import { lazyPart } from '../page/lazy-part.tsx'

/** Loaded once there is something to lose. */
const DiscardQuestion = lazyPart(() => import('./discard-question.tsx'))

type Answers = {
  /** Leaves: what was unsaved is saved or discarded. */
  onLeave: () => void
  /** Stays. */
  onClose: () => void
}

/** Falsy for the usual question. */
type Ask = (answers: Answers) => ReactNode

/**
 * Asks before `leave(next)`, links, back, forward and closing the tab. The caller renders `question`, or has its own
 * rendered by `ask`.
 */
export function useDiscardQuestion(onDiscard?: () => void, ask?: Ask) {
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
    <Question
      ask={ask}
      onLeave={() => {
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

function Question({ ask, ...answers }: Answers & { ask: Ask | undefined }) {
  return (
    <Suspense fallback={null}>
      {ask?.(answers) || <DiscardQuestion onDiscard={answers.onLeave} onClose={answers.onClose} />}
    </Suspense>
  )
}
