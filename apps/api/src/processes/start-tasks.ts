import { HOUR_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { sweepIdempotencyKeys } from '../access/idempotency.ts'
import { sweepRateLimits } from '../access/rate-limit.ts'
import type { Tx } from '../db/client.ts'
import { untilNone } from '../db/in-batches.ts'
import { forgetBatches, sweepBatches } from '../db/record-batch.ts'
import type { Deps } from '../deps.ts'
import { releaseUnanswered } from '../features/assignments/release-unanswered.ts'
import { replaceAllLinks } from '../features/assignments/replace-all-links.ts'
import { sendPlannedBroadcasts } from '../features/broadcasts/send-planned.ts'
import { sweepDeletions } from '../features/deletions/queries.ts'
import { forgetMergedRows } from '../features/duplicates/record-merge.ts'
import { endFilledAsks } from '../features/fill/end-asks.ts'
import { sweepImports } from '../features/imports/queries.ts'
import { cancelEndedEvents } from '../features/organizations/delete-ended-organizations.ts'
import { tellCancellations } from '../features/personal-page/tell-cancellations.ts'
import { lapseRequests } from '../features/requests/lapse-requests.ts'
import { tellRequests } from '../features/requests/tell-requests.ts'
import { tellSignUps } from '../features/signup/tell-sign-ups.ts'
import { serveWaitingLists } from '../features/waiting-list/serve-waiting-lists.ts'
import { sweepQuotas } from '../outbox/digests.ts'
import { sweepErasedMessages } from '../outbox/erase-messages.ts'
import { enqueueOpeningMails } from '../outbox/opening-mails.ts'
import { sweepWebhookEvents } from '../outbox/receipts.ts'
import { resolveUnknown } from '../outbox/resolve.ts'
import { enqueueShiftReminders } from '../outbox/shift-reminders.ts'
import { startOutbox } from '../outbox/start-outbox.ts'
import { createConfiguredConversations, createProviders } from '../providers/create-providers.ts'
import type { Providers } from '../providers/provider.ts'
import { deleteEndedThreads } from '../providers/threads/delete-ended-threads.ts'
import { repeat } from '../repeat.ts'
import { traceTask } from '../tracing.ts'
import { cancelEvent, runNightly } from './nightly.ts'

type Task = { every_ms: number; run: (stopping: AbortSignal) => Promise<unknown> }

/**
 * Starts all that a worker does. Any number of workers may run: a task claims its work in the database, or locks its
 * rows and checks again, so that the later of two workers finds it done.
 */
export function startTasks(deps: Deps): { stop: () => Promise<unknown> } {
  const providers = createProviders(deps)
  const started = [
    startOutbox(deps, providers),
    ...Object.entries(listTasks(deps, providers)).map(([task, { every_ms, run }]) =>
      repeat({ log: deps.log.child({ task }) }, every_ms, (stopping) =>
        traceTask(deps.tracing, task, () => run(stopping)),
      ),
    ),
  ]
  return {
    async stop() {
      // Stops all at once: with a silent database, each waits for its statement to time out.
      await Promise.all(started.map(({ stop }) => stop()))
      providers.mail?.close?.()
      providers.sms?.close?.()
    },
  }
}

/** All that is repeated, by the name of its trace. A task that stops leaves the rest to its next run. */
export function listTasks(deps: Deps, providers: Providers): Record<string, Task> {
  const conversations = createConfiguredConversations(deps)
  const sweep = (work: (tx: Tx) => Promise<number>): Task => ({
    every_ms: HOUR_MS,
    run: (stopping) => untilNone(deps, work, { stopping }),
  })
  return {
    'unknown messages': { every_ms: 5_000, run: (stopping) => resolveUnknown(deps, providers, stopping) },
    'erased messages': { every_ms: 5_000, run: () => deps.db.system(sweepErasedMessages) },
    'batches to forget': { every_ms: 5_000, run: () => deps.db.system(forgetBatches) },
    'waiting lists': { every_ms: 5_000, run: (stopping) => serveWaitingLists(deps, stopping) },
    'filled asks': { every_ms: 5_000, run: (stopping) => endFilledAsks(deps, stopping) },
    'planned broadcasts': { every_ms: 5_000, run: (stopping) => sendPlannedBroadcasts(deps, stopping) },
    'replaced links': { every_ms: 5_000, run: (stopping) => replaceAllLinks(deps, stopping) },
    'ended organizations': {
      every_ms: 30_000,
      run: (stopping) => cancelEndedEvents(deps, { cancelEvent: (id) => cancelEvent(deps, id), stopping }),
    },
    cancellations: { every_ms: MINUTE_MS, run: (stopping) => tellCancellations(deps, 'each', stopping) },
    'sign-ups': { every_ms: MINUTE_MS, run: (stopping) => tellSignUps(deps, 'each', stopping) },
    requests: { every_ms: MINUTE_MS, run: (stopping) => tellRequests(deps, 'each', stopping) },
    'shift reminders': { every_ms: MINUTE_MS, run: (stopping) => enqueueShiftReminders(deps, stopping) },
    'lapsed requests': { every_ms: MINUTE_MS, run: (stopping) => lapseRequests(deps, stopping) },
    'opening mails': {
      every_ms: MINUTE_MS,
      run: (stopping) => untilNone(deps, (tx) => enqueueOpeningMails(tx, deps.now()), { stopping }),
    },
    'unanswered moves': { every_ms: MINUTE_MS, run: (stopping) => releaseUnanswered(deps, stopping) },
    ...(conversations && {
      'ended threads': {
        every_ms: MINUTE_MS,
        run: (stopping) => deleteEndedThreads(deps, conversations, stopping),
      },
    }),
    nightly: { every_ms: 10 * MINUTE_MS, run: (stopping) => runNightly(deps, stopping) },
    'old batches': sweep(sweepBatches),
    'old imports': sweep(sweepImports),
    'merges to forget': sweep((tx) => forgetMergedRows(tx, deps.now())),
    'old deletions': sweep(sweepDeletions),
    'old idempotency keys': sweep(sweepIdempotencyKeys),
    'old rate limits': sweep(sweepRateLimits),
    'old webhook events': sweep(sweepWebhookEvents),
    'old mail quotas': sweep(sweepQuotas),
  }
}
