import type { Invitation } from '@muster/contract/invitations'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { sendAnswer } from './api.ts'

export type AnswerState =
  | { status: 'ready' }
  | { status: 'submitting'; confirm: boolean }
  /** Not taken: the question stays, with the reason. */
  | { status: 'refused'; error: unknown }
  | { status: 'answered'; invitation: Invitation }

/** One answer to one invitation. Where the rules say no, the invitation is read again to show how it stands. */
export function useAnswer(token: string, readAgain: () => void) {
  const [state, setState] = useState<AnswerState>({ status: 'ready' })
  const isBusy = useRef(false)

  const answer = async (confirm: boolean) => {
    // The second press of a double click comes before the buttons are drawn as busy.
    if (isBusy.current) return
    isBusy.current = true
    setState({ status: 'submitting', confirm })
    try {
      setState({ status: 'answered', invitation: await sendAnswer(token, confirm) })
    } catch (error) {
      isBusy.current = false
      setState({ status: 'refused', error })
      if (error instanceof ApiError && error.status === 409) readAgain()
    }
  }

  return { state, answer }
}
