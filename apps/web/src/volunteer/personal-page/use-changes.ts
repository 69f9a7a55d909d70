import type { Invitation } from '@muster/contract/personal-shift'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { now } from '../../clock.ts'
import { type ChangeDetails, sendAnswer, sendChange, sendSwap, type Times } from './api.ts'
import { useText } from './texts.ts'
import { useErrorText } from './use-error-text.ts'

export type Action = 'yes' | 'no' | 'cancel' | 'undo' | 'take' | 'agree' | 'swap' | 'withdraw'

/** D13: `seen` has the times that a yes is about. */
type Details = ChangeDetails & { seen?: Times }

type Changing = {
  onSaved: (token: string, answer: Invitation) => void
  onRefused: (error: ApiError) => void
}

/** D39: runs changes of shifts, one at a time. `running` has the token of the shift. */
export function useChanges({ onSaved, onRefused }: Changing) {
  const problemText = useProblemText()
  const isBusy = useRef(false)
  const [running, setRunning] = useState<{ token: string; action: Action }>()
  const [problem, setProblem] = useState<{ token: string; text: string }>()
  /** `since`: ms of the browser's clock. */
  const [givenUp, setGivenUp] = useState<{ token: string; since: number }>()
  /** V1: token of the shift whose new times were agreed to by the latest change. */
  const [agreed, setAgreed] = useState<string>()

  /** Returns false if it was refused, or while another change runs. */
  const run = async (token: string, action: Action, details: Details = {}): Promise<boolean> => {
    // A double click is faster than the render that disables the buttons.
    if (isBusy.current) return false
    isBusy.current = true
    setRunning({ token, action })
    setProblem(undefined)
    const failure = await send(token, action, details).then(
      (answer) => {
        onSaved(token, answer)
        setGivenUp(action === 'cancel' ? { token, since: now().getTime() } : undefined)
        setAgreed(action === 'agree' ? token : undefined)
        return undefined
      },
      (error: unknown) => ({ error }),
    )
    if (failure) {
      const { error } = failure
      setProblem({ token, text: problemText(error, action) })
      const isRefusal = error instanceof ApiError && error.status >= 400
      if (isRefusal) onRefused(error)
      // If the connection failed, undo can be pressed again.
      if (isRefusal && action === 'undo') setGivenUp(undefined)
    }
    isBusy.current = false
    setRunning(undefined)
    return failure === undefined
  }

  return {
    running,
    problem,
    givenUp,
    agreed,
    run,
    forgetProblem: () => setProblem(undefined),
    endUndo: () => setGivenUp(undefined),
  }
}

export type Changes = ReturnType<typeof useChanges>

function send(token: string, action: Action, { seen, ...details }: Details): Promise<Invitation> {
  if (action === 'swap' || action === 'withdraw') return sendSwap(token, action)
  if (action === 'yes' || action === 'no') return sendAnswer(token, action === 'yes', seen)
  if (action === 'cancel') return sendChange(token, { status: 'DECLINED', ...details })
  return sendChange(token, { status: 'CONFIRMED', ...details })
}

function useProblemText(): (error: unknown, action: Action) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error, action) => {
    const isTaken = error instanceof ApiError && error.code === 'shift_full'
    if (isTaken && action === 'undo') return t('undo.taken')
    // `shift_full` also means that free places are held for the waiting list (D44).
    return isTaken && action === 'take' ? t('cancel.full') : errorText(error, 'process')
  }
}
