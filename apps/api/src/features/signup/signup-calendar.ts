import { occupiesTime } from '@muster/contract/rules/assignment-status'
import { linkCloses } from '@muster/contract/rules/invite-expiry'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { calendarFile, calendarFileName } from '../../mail/calendar.ts'
import { findCalendarEntry } from '../../mail/calendar-entry.ts'
import { verifySignedId } from '../../signing/signed-id.ts'
import { listAssignments } from '../assignments/queries.ts'

/**
 * `file` is `{signed id}.ics`. Throws 404 `link_invalid`, also for an assignment that the person has
 * cancelled.
 */
export async function getSignupCalendar({ db, findOrganization, keys, config, now }: Deps, file: string) {
  const token = /^(.+)\.ics$/.exec(file)?.[1] ?? ''
  const assignment_id = verifySignedId(keys, token, 'calendar')
  const org = assignment_id && (await findOrganization.ofAssignment(assignment_id))
  if (!org) throw notFound('link_invalid')

  const entry = await db.transaction(org, async (tx) => {
    const [taken] = await listAssignments(tx, { ids: [assignment_id] })
    return taken && occupiesTime(taken.status) ? findCalendarEntry(tx, assignment_id, now()) : undefined
  })
  if (!entry || linkCloses(entry.end_dt) <= now()) throw notFound('link_invalid')
  // D68: the file is public, whoever typed the address has it.
  const shown = { ...entry, meeting_point: null, note: null }
  return { file_name: calendarFileName(entry.role_name), file: calendarFile(shown, config.public_url) }
}
