import type { Event } from '@muster/contract/events'
import type { Request } from '@muster/contract/requests'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, errorText } from '../../api/api-error.ts'
import { announce } from '../../ui/feedback/live-region.tsx'
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts'
import { showFailure } from '../../ui/overlays/failure-dialog.tsx'
import { refreshShifts } from '../shifts/api.ts'
import {
  type Allowed,
  type Approval,
  approveRequests,
  denyRequests,
  dropRequests,
  requestsQuery,
} from './api.ts'
import { useListNames } from './list-names.ts'
import { useText } from './texts.ts'

export type Question = {
  kind: 'shift_full' | 'schedule_conflict'
  requests: readonly Request[]
  /** What was allowed before. */
  allowed: Allowed
}

type Refused = Approval['refused']
type Said = 'approved' | 'denied'

/** D52: says yes or no, and asks where a yes needs more than that. `onAnswered` gets what was answered. */
export function useAnswerRequests(event: Event, onAnswered: (ids: readonly string[], said: Said) => void) {
  const t = useText()
  const client = useQueryClient()
  const listNames = useListNames()
  const isMounted = useIsMounted()
  const [question, setQuestion] = useState<Question>()
  const [denying, setDenying] = useState<readonly Request[]>()
  // Not awaited: the next one can be answered meanwhile.
  const onSettled = () => void refreshShifts(client, event.id)

  const answered = (requests: readonly Request[], said: Said) => {
    if (requests.length === 0) return
    const ids = requests.map(({ id }) => id)
    dropRequests(client, event.id, ids)
    announce(t(said, listNames(requests)))
    onAnswered(ids, said)
  }
  const tellRefused = (requests: readonly Request[], refused: Refused, allowed: Allowed) => {
    const of = (code: string) =>
      requests.filter(({ id }) => refused.some((each) => each.request_id === id && each.code === code))
    const kind = (['shift_full', 'schedule_conflict'] as const).find((code) => of(code).length > 0)
    if (kind) setQuestion({ kind, requests: of(kind), allowed })
    else {
      const codes = [...new Set(refused.map(({ code }) => code))]
      showFailure(
        codes
          .map((code) =>
            t(
              code === 'already_signed_up' || code === 'shift_over' ? `left.${code}` : 'left.other',
              listNames(of(code)),
            ),
          )
          .join(' '),
      )
    }
  }
  const textOf = (error: unknown) => (isGone(error) ? t('answered_elsewhere') : errorText(error, t('failed')))

  const approval = useMutation({
    mutationFn: ({ requests, allowed }: { requests: readonly Request[]; allowed: Allowed }) =>
      approveRequests(
        requests.map(({ id }) => id),
        allowed,
      ),
    onSuccess: ({ approved, refused }, { requests, allowed }) => {
      setQuestion(undefined)
      answered(
        requests.filter(({ id }) => approved.includes(id)),
        'approved',
      )
      if (refused.length > 0) tellRefused(requests, refused, allowed)
    },
    onError: (error, { requests, allowed }) => {
      setQuestion(undefined)
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'shift_full' || code === 'schedule_conflict')
        setQuestion({ kind: code, requests, allowed })
      else showFailure(textOf(error))
    },
    onSettled,
  })
  const denial = useMutation({
    mutationFn: ({ requests, reason }: { requests: readonly Request[]; reason: string }) =>
      denyRequests(
        requests.map(({ id }) => id),
        reason,
      ),
    onSuccess: (_, { requests }) => {
      setDenying(undefined)
      answered(requests, 'denied')
    },
    // The dialog stays open with its reason, unless all requests have been answered meanwhile.
    onError: async (error, { requests }) => {
      if (isGone(error)) await refreshShifts(client, event.id)
      const listed = client.getQueryData(requestsQuery(event.id).queryKey)
      const left = requests.filter(({ id }) => !isGone(error) || listed?.some((each) => each.id === id))
      setDenying(left.length > 0 ? left : undefined)
      if (left.length === 0 || !isMounted()) showFailure(textOf(error))
    },
    onSettled,
  })

  return {
    question,
    denying,
    problem: denial.error ? textOf(denial.error) : undefined,
    isBusy: approval.isPending || denial.isPending,
    approve: (requests: readonly Request[], allowed: Allowed = {}) => approval.mutate({ requests, allowed }),
    askReason: setDenying,
    deny: (requests: readonly Request[], reason: string) => denial.mutate({ requests, reason }),
    close: () => {
      setQuestion(undefined)
      setDenying(undefined)
      denial.reset()
    },
  }
}

const isGone = (error: unknown) => error instanceof ApiError && error.code === 'request_not_found'
