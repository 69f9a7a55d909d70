import type { Tx } from '../db/client.ts'
import { claimJob, NIGHTLY, setJobDue } from '../db/scheduled-job.ts'
import type { Deps } from '../deps.ts'
import { warnOfExpiry } from '../features/api-keys/warn-of-expiry.ts'
import { deleteOldAttempts } from '../features/factors/queries.ts'
import { tellCancellations } from '../features/invitations/tell-cancellations.ts'
import { deleteOldEntries } from '../features/log/delete-old-entries.ts'
import { deleteOldInvitations } from '../features/members/delete-old-invitations.ts'
import { deleteEndedOrganizations } from '../features/organizations/delete-ended-organizations.ts'
import { deleteOldEmailChanges } from '../features/people/delete-old-email-changes.ts'
import { eraseExpired } from '../features/people/erase-expired.ts'
import { announceTerms } from '../features/session/announce-terms.ts'
import { deleteEndedAccounts } from '../features/session/delete-ended-accounts.ts'
import { deleteOldFlowStates } from '../features/session/token-queries.ts'
import { deleteOldPlaces } from '../features/waiting-list/delete-old-places.ts'
import {
  eraseOldAccountMessages,
  giveUpErasedMessages,
  sweepErasedMessages,
} from '../outbox/erase-messages.ts'
import { deleteUnusedAddresses } from '../outbox/unused-addresses.ts'
import { type RepeatedTask, repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'
import { cancelEvent } from './end-organizations.ts'

/** UTC */
const HOUR = 2
const CHECK_MS = 10 * 60_000
/** After this time another worker takes over from one that died. Each step renews it. */
const LEASE_MS = 30 * 60_000

/** Every worker checks; the first one that finds the job due runs it (D33). */
export function startNightly(deps: Deps): RepeatedTask {
  return repeat(deps, CHECK_MS, (stopping) =>
    traceTask(deps.tracing, 'nightly', () => runNightly(deps, stopping)),
  )
}

export async function runNightly(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { db, log, now } = deps
  const claim = { now: now(), until: later(now(), LEASE_MS) }
  if (!(await db.system((tx) => claimJob(tx, NIGHTLY, claim)))) return
  const renew = () => db.system((tx) => setJobDue(tx, NIGHTLY, later(now(), LEASE_MS)))

  const announced = await announceTerms(deps)
  const expiring_keys = await warnOfExpiry(deps)
  const cancellations = await tellCancellations(deps, 'daily')
  const accounts = await deleteEndedAccounts(deps)
  const organizations = await deleteEndedOrganizations(deps, {
    cancelEvent: (id) => cancelEvent(deps, id),
    onProgress: renew,
  })
  const people = await eraseExpired(deps, { stopping, onProgress: renew })
  await deleteUnusedAddresses(deps)
  await deleteOldInvitations(deps)
  await deleteOldEntries(deps)
  await deleteOldPlaces(deps)
  await deleteOldEmailChanges(deps)
  const account_messages = await untilNone(deps, (tx) => eraseOldAccountMessages(tx, now()))
  const given_up = await untilNone(deps, (tx) => giveUpErasedMessages(tx, now()))
  await untilNone(deps, sweepErasedMessages)
  await db.system((tx) => deleteOldFlowStates(tx, now()))
  await db.system((tx) => deleteOldAttempts(tx, now()))

  const due_at = stopping.aborted ? now() : nextNight(now())
  await db.system((tx) => setJobDue(tx, NIGHTLY, due_at))
  log.info(
    { people, accounts, organizations, account_messages, given_up, announced, cancellations, expiring_keys },
    'the nightly job has run',
  )
}

async function untilNone({ db }: Deps, work: (tx: Tx) => Promise<number>): Promise<number> {
  let all = 0
  for (let rows = await db.system(work); rows > 0; rows = await db.system(work)) all += rows
  return all
}

function later(instant: string, ms: number): string {
  return new Date(Date.parse(instant) + ms).toISOString()
}

function nextNight(now: string): string {
  const night = new Date(now)
  night.setUTCHours(HOUR, 0, 0, 0)
  if (night.toISOString() <= now) night.setUTCDate(night.getUTCDate() + 1)
  return night.toISOString()
}
