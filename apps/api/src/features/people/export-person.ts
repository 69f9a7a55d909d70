import type { PersonExport } from '@muster/contract/people'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { OrgId, OrgTx } from '../../db/client.ts'
import { inOrganization } from '../../db/in-organization.ts'
import { oneRow } from '../../db/one-row.ts'
import { recordAction } from '../../db/record-action.ts'
import {
  assignment,
  event,
  message,
  organization,
  person,
  request,
  role,
  shift,
  waiting,
} from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../edge/refusal.ts'
import { historyColumns } from '../../outbox/enqueue.ts'
import { listMessageAddresses } from '../../outbox/erase-messages.ts'
import { writeForHistory } from '../../outbox/render.ts'
import { addressesOf, listOptOuts } from '../../outbox/suppression.ts'
import { listAllAnswers } from '../answers/queries.ts'
import { readTags } from '../tags/read-tags.ts'
import { listEmailChangesOf } from './email-change-queries.ts'
import { findPerson } from './queries.ts'

/** D33. Recorded in the log, because the data leaves the organisation (A1). Throws 404 `person_not_found`. */
export function exportPerson(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  org: OrgId,
  id: string,
): Promise<PersonExport> {
  return db.transaction(org, async (tx) => {
    const exported = await readPersonToExport(tx, id, now())
    await recordAction(tx, { action: 'person.exported', at: now(), person_ids: [id] })
    return exported
  })
}

export async function readPersonToExport(tx: OrgTx, id: string, exported_at: string): Promise<PersonExport> {
  const found = await findPerson(tx, id)
  if (!found) throw notFound('person_not_found')
  return {
    exported_at,
    organization: await getOrganization(tx),
    person: { ...found, tags: await readTags(tx, id) },
    shifts: await listShiftsOf(tx, id),
    waiting: await listWaitingOf(tx, id),
    answers: await listAllAnswers(tx, id),
    requests: await listRequestsOf(tx, id),
    email_changes: await listEmailChangesOf(tx, id),
    messages: await listMessagesOf(tx, id),
    opt_outs: await listOptOuts(tx, [...addressesOf(found), ...(await listMessageAddresses(tx, [id]))]),
  }
}

async function getOrganization(tx: OrgTx) {
  return oneRow(
    await tx
      .select({ id: organization.id, name: organization.name })
      .from(organization)
      .where(eq(organization.id, tx.org)),
  )
}

const SHIFT = {
  event: { name: event.name, location: event.location, time_zone: event.time_zone },
  role: { name: role.name },
  start_dt: shift.start_dt,
  end_dt: shift.end_dt,
}

function listShiftsOf(tx: OrgTx, person_id: string) {
  return tx
    .select({
      ...SHIFT,
      status: assignment.status,
      source: assignment.source,
      invite_sent_at: assignment.invite_sent_at,
      invite_method: assignment.invite_method,
      responded_at: assignment.responded_at,
      other_phone: assignment.other_phone,
      note: assignment.note,
      is_minor: assignment.is_minor,
      cancelled_at: assignment.cancelled_at,
      cancel_reason: assignment.cancel_reason,
      freed_unanswered: assignment.freed_unanswered,
      disowned: assignment.disowned,
      handed_over: sql<boolean>`${assignment.handed_to} is not null`,
      offer_ended: assignment.offer_ended,
      terms_version: assignment.terms_version,
      terms_accepted_at: assignment.terms_accepted_at,
      created_at: assignment.created_at,
    })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, assignment), eq(assignment.person_id, person_id)))
    .orderBy(asc(shift.start_dt), asc(assignment.id))
}

function listWaitingOf(tx: OrgTx, person_id: string) {
  return tx
    .select({
      ...SHIFT,
      status: waiting.status,
      queued_at: waiting.queued_at,
      offer_expires_at: waiting.offer_expires_at,
      other_phone: waiting.other_phone,
      terms_version: waiting.terms_version,
      terms_accepted_at: waiting.terms_accepted_at,
      created_at: waiting.created_at,
    })
    .from(waiting)
    .innerJoin(shift, eq(shift.id, waiting.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(and(inOrganization(tx, waiting), eq(waiting.person_id, person_id)))
    .orderBy(asc(shift.start_dt), asc(waiting.id))
}

/** D52: lists requests with the name and address of the person. */
function listRequestsOf(tx: OrgTx, person_id: string) {
  return tx
    .select({
      ...SHIFT,
      phone: request.phone,
      note: request.note,
      is_minor: request.is_minor,
      answers: request.answers,
      terms_version: request.terms_version,
      created_at: request.created_at,
    })
    .from(request)
    .innerJoin(
      person,
      and(
        inOrganization(tx, person),
        eq(person.identity_key, request.identity_key),
        eq(person.id, person_id),
      ),
    )
    .innerJoin(shift, eq(shift.id, request.shift_id))
    .innerJoin(role, eq(role.id, shift.role_id))
    .innerJoin(event, eq(event.id, shift.event_id))
    .where(inOrganization(tx, request))
    .orderBy(asc(shift.start_dt), asc(request.id))
}

async function listMessagesOf(tx: OrgTx, person_id: string) {
  const rows = await tx
    .select({
      ...historyColumns,
      address: message.address,
      language: message.language,
      template: message.template,
      payload: message.payload,
    })
    .from(message)
    .where(and(inOrganization(tx, message), eq(message.person_id, person_id)))
    .orderBy(asc(message.created_at), asc(message.id))
  return rows.map(({ template, payload, ...row }) => ({
    ...row,
    body_text: row.body_text ?? '',
    ...(row.body_text === null && writeForHistory({ ...row, template, payload })),
  }))
}
