import type { Invitation } from '@muster/contract/personal-shift'
import { useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Read } from '../../api/use-read.ts'
import { sendAnswer } from './api.ts'

export type AnswerState =
  | { status: 'ready' }
  | { status: 'submitting'; confirm: boolean }
  | { status: 'refused'; error: unknown }
  | { status: 'answered'; confirm: boolean }

/** After a 409 the invitation is fetched again to show its state. */
export function useAnswer(token: string, { data, store, readAgain }: Read<Invitation>) {
  const [state, setState] = useState<AnswerState>({ status: 'ready' })
  const isBusy = useRef(false)

  const answer = async (confirm: boolean) => {
    // A double click is faster than the render that disables the buttons.
    if (isBusy.current || !data) return
    isBusy.current = true
    setState({ status: 'submitting', confirm })
    const { start_dt, end_dt } = data.shift
    try {
      const invitation = await sendAnswer(token, confirm, { start_dt, end_dt })
      store(() => invitation)
      setState({ status: 'answered', confirm })
    } catch (error) {
      setState({ status: 'refused', error })
      if (error instanceof ApiError && error.status === 409) readAgain()
    }
    isBusy.current = false
  }

  return { state, answer, forgetAnswer: () => setState({ status: 'ready' }) }
}
