import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { enqueueAccountEmail } from '../../outbox/enqueue.ts'
import { type News, type ToTell, tellAdministrators } from '../../outbox/tell-administrators.ts'
import { toTold } from '../../outbox/told-shift.ts'
import { listCancellations, listSmsAnswers, selectCancellationNews } from './cancellations.ts'

const news: News = {
  what: 'cancellations',
  setting: sql`cancellation_notices`,
  told_at: sql`cancellations_told_at`,
  select: selectCancellationNews,
  tell,
}

/** D39: see `tellAdministrators`. */
export const tellCancellations = (
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  notices: Exclude<AdministratorNotices, 'none'>,
  stopping?: AbortSignal,
): Promise<number> => tellAdministrators(deps, news, notices, stopping)

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
  const [first, ...more] = found.cancellations.map((each) => toTold(each, now))
  if (!first) return false
  const cancellations: [typeof first, ...(typeof first)[]] = [first, ...more]
  const payload = { organization_id, organization_name, cancellations, left_out: found.left_out }
  const content = { template: 'place_given_up', payload } as const
  await enqueueAccountEmail(tx, { user, language: user.language, content, is_erased_when_sent: true })
  return true
}
