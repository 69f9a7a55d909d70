import type { CancellationNotices } from '@muster/contract/rules/cancellation-notices'
import { spotsLeft } from '@muster/contract/rules/capacity'
import { addMs } from '@muster/contract/rules/instants'
import { hasStarted } from '@muster/contract/rules/shift-phase'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { claimToTell, listCancellations, listSmsAnswers, listToTell, type ToTell } from './cancellations.ts'

/** Milliseconds before a cancellation is told: longer than it can be undone (D39). */
const NOTIFIED_AFTER_MS = 60_000

/**
 * D39: sends each administrator one e-mail with all that is new to them. Returns how many; throws if some could not be
 * sent.
 */
export async function tellCancellations(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  notices: Exclude<CancellationNotices, 'none'>,
  stopping?: AbortSignal,
): Promise<number> {
  const until = addMs(now(), -NOTIFIED_AFTER_MS)
  let notified = 0
  let failed = 0
  for (const member of await db.system((tx) => listToTell(tx, { notices, until }))) {
    if (stopping?.aborted) break
    try {
      const isNotified = await db.system(async (tx) => {
        const claimed = await claimToTell(tx, member, until)
        return claimed !== undefined && (await tell(tx, claimed, { until, now: now() }))
      })
      if (isNotified) notified += 1
    } catch (error) {
      // The run goes on; this member is tried again in the next run.
      failed += 1
      log.error({ err: error, ...member }, 'a member could not be told of cancellations')
    }
  }
  if (failed > 0) throw new Error(`${failed} members could not be told of cancellations`)
  return notified
}

/** Returns false when all cancellations were undone, and all answers read, meanwhile. */
async function tell(tx: Tx, to: ToTell, times: { until: string; now: string }): Promise<boolean> {
  const notified = [await tellOfCancellations(tx, to, times), await tellOfAnswers(tx, to, times.until)]
  return notified.includes(true)
}

async function tellOfAnswers(
  tx: Tx,
  { organization_id, since, user }: ToTell,
  until: string,
): Promise<boolean> {
  const found = await listSmsAnswers(tx, { organization_id, since, until })
  const [first, ...more] = found.answers
  if (!first) return false
  const answers: [typeof first, ...(typeof first)[]] = [first, ...more]
  const content = {
    template: 'sms_received',
    payload: { organization_id, answers, left_out: found.left_out },
  } as const
  await enqueueAccountEmail(tx, { user, language: user.language, content, is_erased_when_sent: true })
  return true
}

async function tellOfCancellations(
  tx: Tx,
  { organization_id, organization_name, since, user }: ToTell,
  { until, now }: { until: string; now: string },
): Promise<boolean> {
  const found = await listCancellations(tx, { organization_id, since, until, now })
  const [first, ...more] = found.cancellations.map(({ required_qty, confirmed, ...each }) => ({
    ...each,
    missing: spotsLeft(required_qty, confirmed),
    has_begun: hasStarted(each.shift, now),
  }))
  if (!first) return false
  const cancellations: [typeof first, ...(typeof first)[]] = [first, ...more]
  const payload = { organization_id, organization_name, cancellations, left_out: found.left_out }
  const content = { template: 'place_given_up', payload } as const
  await enqueueAccountEmail(tx, { user, language: user.language, content, is_erased_when_sent: true })
  return true
}
