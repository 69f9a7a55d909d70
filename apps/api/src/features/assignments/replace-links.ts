import type { NoticeTarget } from '@muster/contract/assignments'
import { canAnswer } from '@muster/contract/rules/assignment-status'
import { isExpired, renewDeadline } from '@muster/contract/rules/invite-expiry'
import type { Assignment } from '@muster/contract/shifts'
import { z } from 'zod'
import { type Attempt, oncePerKey } from '../../access/idempotency.ts'
import type { Config } from '../../config.ts'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { lockAssignment } from '../../db/lock.ts'
import { recordAction, subjectsOfAssignment } from '../../db/record-action.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { announceShifts } from '../../live/announce.ts'
import { enqueueNewLinks } from '../../outbox/enqueue-notices.ts'
import { listNotified } from '../../outbox/list-notified.ts'
import { refuseOftenWritten } from '../../outbox/recipient-cap.ts'
import { addressesOf } from '../../outbox/recipients.ts'
import { revokeLinks, updateDeadlines } from './places.ts'
import { closeDetailsRequests, listOpenedByLinks, renewCalendarRounds } from './queries.ts'
import { readAssignment } from './read-assignments.ts'

/** D17. Refuses with `daily_cap_reached`. */
export function replaceLink(
  { db, keys, config, now }: Deps,
  org: OrgId,
  { id, notify }: { id: string; notify: boolean },
  attempt?: Attempt,
): Promise<Assignment> {
  return db.transaction(org, async (tx) => {
    await oncePerKey(tx, attempt, z.null(), async () => {
      const assignment = await lockAssignment(tx, id)
      if (!assignment) throw notFound('assignment_not_found')
      await replaceLinks(tx, [id], { notify, now: now(), config })
      const to = addressesOf(assignment.person, ['EMAIL', 'SMS'])
      if (notify) await refuseOftenWritten(tx, to, { config, now: now() })
      await recordAction(tx, {
        action: 'assignment.link_replaced',
        at: now(),
        ...subjectsOfAssignment(assignment),
      })
      return null
    })
    return readAssignment(tx, keys, id)
  })
}

/** Every link that leads to one of these is revoked too: through it the new links could be read (D29). If `notify`,
 * those who were asked (D21) get the new link; `those_asked` leaves out expired invitations, which stay expired. The
 * people must be locked. */
export async function replaceLinks(
  tx: OrgTx,
  given_ids: readonly string[],
  { notify, now, config }: { notify: boolean | 'those_asked'; now: string; config: Config },
): Promise<void> {
  if (given_ids.length === 0) return
  const opened = await listOpenedByLinks(tx, given_ids)
  const ids = opened.map(({ id }) => id)
  await revokeLinks(tx, ids)
  await renewCalendarRounds(tx, ids)
  await closeDetailsRequests(tx, ids, now)
  announceShifts(
    tx,
    opened.map(({ shift }) => shift),
  )
  if (!notify) return
  const asked = await listNotified(tx, { assignment_ids: ids }, now)
  const isLeftOut = ({ status, token_expires_at }: (typeof asked)[number]) =>
    notify === 'those_asked' && canAnswer(status) && isExpired(token_expires_at, now)
  const notified = asked.filter((one) => !isLeftOut(one))
  await updateDeadlines(
    tx,
    notified.map(({ assignment_id: id, uncapped_expires_at, start_dt, end_dt }) => ({
      id,
      ...renewDeadline({ uncapped_expires_at, shift: { start_dt, end_dt }, now }),
    })),
  )
  await enqueueNewLinks(
    tx,
    notified.map(({ assignment_id }) => assignment_id),
    { now, config },
  )
}

/** Reads `link_of` as all assignments whose links are replaced with that one (D29). */
export async function readNoticeTarget(tx: OrgTx, { link_of, ...target }: NoticeTarget) {
  if (link_of === undefined) return target
  const opened = await listOpenedByLinks(tx, [link_of])
  return { assignment_ids: opened.map(({ id }) => id) }
}
