import type { Invitation } from '@muster/contract/personal-shift'
import type { LogAction } from '@muster/contract/rules/log-action'
import { canSwap } from '@muster/contract/rules/swap'
import type { OrgTx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { type LockedAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../edge/refusal.ts'
import { updateSwap } from '../assignments/places.ts'
import { lockLinked } from '../personal-page/answer-invitation.ts'
import { openInvitation, refuseClosed } from '../personal-page/open-link.ts'
import { findLinked, type Linked } from '../personal-page/queries.ts'

/** D58. Refuses as `getInvitation` does, with `swap_not_possible`. */
export function openSwap(deps: Deps, token: string): Promise<Invitation> {
  return changeSwap(deps, token, async (tx, { assignment, linked: { swap }, now }) => {
    if (!canSwap({ ...assignment, swap }, now)) throw conflict('swap_not_possible')
    if (assignment.swap_id !== null) return undefined
    await updateSwap(tx, assignment.id, newId())
    return 'assignment.swap_opened'
  })
}

/** D58. Refuses as `getInvitation` does. */
export function closeSwap(deps: Deps, token: string): Promise<Invitation> {
  return changeSwap(deps, token, async (tx, { assignment }) => {
    // After the place was taken the link stays, to say so.
    if (assignment.swap_id === null || assignment.handed_to !== null) return undefined
    await updateSwap(tx, assignment.id, null)
    return 'assignment.swap_withdrawn'
  })
}

type Locked = { assignment: LockedAssignment; linked: Linked; now: string }

/** `change` resolves with the action to log, or with undefined if it has changed nothing. */
function changeSwap(
  deps: Deps,
  token: string,
  change: (tx: OrgTx, locked: Locked) => Promise<LogAction | undefined>,
): Promise<Invitation> {
  return openInvitation(deps, token, async (tx, linked) => {
    refuseClosed(linked, deps.now())
    const assignment = await lockLinked(tx, linked)
    const now = deps.now()
    const action = await change(tx, { assignment, linked, now })
    if (action) await recordAction(tx, { action, at: now, ...subjectsOfAssignment(assignment) })
    return (await findLinked(tx, linked.assignment_id)) ?? linked
  })
}
