import type { Deps } from '../deps.ts'
import { startTellingCancellations } from '../features/invitations/tell-cancellations.ts'
import { startShiftReminders } from '../outbox/shift-reminders.ts'
import { startOutbox } from '../outbox/start-outbox.ts'
import { startNightly } from './nightly.ts'

type Task = { stop: () => Promise<unknown> }

/** What a worker does. Any number of workers may run: each task claims its work in the database. */
export function startTasks(deps: Deps): Task[] {
  return [startOutbox(deps), startNightly(deps), startTellingCancellations(deps), startShiftReminders(deps)]
}
