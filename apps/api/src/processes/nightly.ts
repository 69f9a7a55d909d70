import { addMs } from '@muster/contract/rules/instants'
import type { Tx } from '../db/client.ts'
import { untilNone } from '../db/in-batches.ts'
import { claimNightly, setNightlyDue, setNightlyLease } from '../db/nightly-job.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../edge/refusal.ts'
import { deleteOldAnswers } from '../features/answers/queries.ts'
import { warnOfExpiry } from '../features/api-keys/warn-of-expiry.ts'
import { removeEvent } from '../features/events/remove-event.ts'
import { deleteOldAttempts } from '../features/factors/queries.ts'
import { deleteOldEntries } from '../features/log/delete-old-entries.ts'
import { deleteOldInvitations } from '../features/members/delete-old-invitations.ts'
import { deleteEndedOrganizations } from '../features/organizations/delete-ended-organizations.ts'
import { deleteOldAskedDetails } from '../features/people/change-own-details.ts'
import { deleteOldEmailChanges } from '../features/people/delete-old-email-changes.ts'
import { eraseExpired } from '../features/people/erase-expired.ts'
import { foldPeople } from '../features/people/fold-people.ts'
import { tellCancellations } from '../features/personal-page/tell-cancellations.ts'
import { tellRequests } from '../features/requests/tell-requests.ts'
import { announceTerms } from '../features/session/announce-terms.ts'
import { deleteEndedAccounts } from '../features/session/delete-ended-accounts.ts'
import { deleteOldFlowStates } from '../features/session/token-queries.ts'
import { deleteOldOpeningMails } from '../features/signup/opening-mail-queries.ts'
import { tellSignUps } from '../features/signup/tell-sign-ups.ts'
import { deleteOldPlaces } from '../features/waiting-list/delete-old-places.ts'
import { deleteOldCounts } from '../outbox/daily-cap.ts'
import {
  deleteOldAccountMessages,
  eraseOldAccountMessages,
  giveUpErasedMessages,
  sweepErasedMessages,
} from '../outbox/erase-messages.ts'
import { deleteUnusedAddresses } from '../outbox/unused-addresses.ts'

/** Hour in UTC. */
const HOUR = 2
/** After this time another worker takes over from one that died. */
const LEASE_MS = 30 * 60_000

/** Every worker calls it; the first one that finds the job due runs it (D33). */
export async function runNightly(deps: Deps, stopping: AbortSignal): Promise<void> {
  const { db, log, now } = deps
  const claim = { now: now(), until: addMs(now(), LEASE_MS) }
  if (!(await db.system((tx) => claimNightly(tx, claim)))) return
  const renew = () => db.system((tx) => setNightlyLease(tx, addMs(now(), LEASE_MS)))

  const counts: Record<string, unknown> = {}
  let hasFailed = false
  for (const [step, work] of Object.entries(listSteps(deps, { stopping, onProgress: renew }))) {
    if (stopping.aborted) break
    try {
      counts[step] = await work()
    } catch (error) {
      hasFailed = true
      log.error({ err: error, step }, 'a step of the nightly job failed')
    }
  }

  if (stopping.aborted) return db.system((tx) => setNightlyLease(tx, null))
  // The job stays due: all steps are tried again when the lease ends.
  if (hasFailed) return
  await db.system((tx) => setNightlyDue(tx, nextNight(now())))
  log.info(counts, 'the nightly job has run')
}

/** Steps run in this order. One that fails does not stop the others. */
function listSteps(
  deps: Deps,
  { stopping, onProgress }: { stopping: AbortSignal; onProgress: () => Promise<void> },
): Record<string, () => Promise<unknown>> {
  const { now } = deps
  const watched = { stopping, onProgress }
  const inBatches = (work: (tx: Tx, now: string) => Promise<number>) => () =>
    untilNone(deps, (tx) => work(tx, now()), watched)
  return {
    announced: () => announceTerms(deps),
    expiring_keys: () => warnOfExpiry(deps),
    cancellations: () => tellCancellations(deps, 'daily', stopping),
    sign_ups: () => tellSignUps(deps, 'daily', stopping),
    requests: () => tellRequests(deps, 'daily', stopping),
    accounts: () => deleteEndedAccounts(deps, watched),
    organizations: () =>
      deleteEndedOrganizations(deps, { cancelEvent: (id) => cancelEvent(deps, id), ...watched }),
    people: () => eraseExpired(deps, watched),
    folded: () => foldPeople(deps, watched),
    addresses: () => deleteUnusedAddresses(deps),
    invitations: inBatches(deleteOldInvitations),
    entries: inBatches(deleteOldEntries),
    places_in_line: inBatches(deleteOldPlaces),
    opening_mails: inBatches(deleteOldOpeningMails),
    answers: inBatches(deleteOldAnswers),
    email_changes: inBatches(deleteOldEmailChanges),
    asked_details: inBatches(deleteOldAskedDetails),
    account_messages: inBatches(eraseOldAccountMessages),
    given_up: inBatches(giveUpErasedMessages),
    erased_messages: inBatches(sweepErasedMessages),
    old_account_messages: inBatches(deleteOldAccountMessages),
    counts: inBatches(deleteOldCounts),
    flow_states: inBatches(deleteOldFlowStates),
    attempts: inBatches(deleteOldAttempts),
  }
}

/** D21: deletes an event of an ended organisation and tells its people, unless another worker has done it. */
export async function cancelEvent(deps: Deps, id: string): Promise<void> {
  const org = await deps.findOrganization.ofEvent(id)
  if (!org) return
  try {
    await removeEvent(deps, org, { id, notify: true, is_uncapped: true })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'event_not_found')) throw error
  }
}

function nextNight(now: string): string {
  const night = new Date(now)
  night.setUTCHours(HOUR, 0, 0, 0)
  if (night.toISOString() <= now) night.setUTCDate(night.getUTCDate() + 1)
  return night.toISOString()
}
