import type { Assignment } from '@muster/contract/shifts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Expiry, useStateWord } from '../assignments/assignment-state.tsx'
import { type AssignmentState, stateOf } from '../assignments/group-assignments.ts'

const TONES = {
  CONFIRMED: 'ok',
  INVITED: 'wait',
  asked: 'wait',
  expired: 'wait',
  not_asked: 'neutral',
  DECLINED: 'miss',
  ABSENT: 'miss',
} as const satisfies Record<AssignmentState, string>

/** The state, and of an open invitation how much time is left. */
export function AssignmentBadge({ assignment, now }: { assignment: Assignment; now: string }) {
  const stateWord = useStateWord()
  const state = stateOf(assignment, now)
  const { token_expires_at } = assignment
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-2">
      {state === 'asked' && token_expires_at && (
        <span className="max-tablet:hidden">
          <Expiry token_expires_at={token_expires_at} now={now} />
        </span>
      )}
      <Badge tone={TONES[state]}>{stateWord(assignment, now)}</Badge>
    </span>
  )
}
