import type { Deps } from '../deps.ts'
import { startFreeingUnanswered } from '../features/assignments/free-unanswered.ts'
import { startReplacingLinks } from '../features/assignments/replace-all-links.ts'
import { startTellingCancellations } from '../features/invitations/tell-cancellations.ts'
import { startFoldingPeople } from '../features/people/fold-people.ts'
import { startServingLines } from '../features/waiting-list/serve-lines.ts'
import { startShiftReminders } from '../outbox/shift-reminders.ts'
import { startOutbox } from '../outbox/start-outbox.ts'
import { startDeletingThreads } from '../providers/threads/delete-ended-threads.ts'
import { startEndingOrganizations } from './end-organizations.ts'
import { startNightly } from './nightly.ts'

/**
 * Starts all tasks of a worker. Any number of workers may run: a task claims its work in the database, or locks its
 * rows and checks again, so that the later of two workers finds it done.
 */
export function startTasks(deps: Deps): { stop: () => Promise<unknown> } {
  const tasks = [
    startOutbox(deps),
    startNightly(deps),
    startTellingCancellations(deps),
    startShiftReminders(deps),
    startFreeingUnanswered(deps),
    startReplacingLinks(deps),
    startServingLines(deps),
    startFoldingPeople(deps),
    startEndingOrganizations(deps),
    startDeletingThreads(deps),
  ]
  // Stops all at once: with a silent database, each waits for its statement to time out.
  return { stop: () => Promise.all(tasks.map(({ stop }) => stop())) }
}
