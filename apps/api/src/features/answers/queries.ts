import type { Answer } from '@muster/contract/answers'
import { addMs, DAY_MS } from '@muster/contract/rules/instants'
import { ANSWERS_KEPT_DAYS, type AskedAnswer, type Question } from '@muster/contract/rules/questions'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { OrgTx, Tx } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { deleteBatch } from '../../db/in-batches.ts'
import { inOrganization, isOrganization } from '../../db/in-organization.ts'
import { isAnyOf } from '../../db/is-any-of.ts'
import { oneRow } from '../../db/one-row.ts'
import { prepare } from '../../db/prepare.ts'
import { answer, assignment, event, person, shift } from '../../db/schema.ts'

type Answering = {
  event_id: string
  person_id: string
  answers: readonly AskedAnswer[]
  /** When they were given. */
  at: string
}

const insertGiven = prepare(
  'insert_answers',
  sql`
    insert into answer (organization_id, id, event_id, person_id, question_id, kind, label, delete_after_event, value,
      created_at)
    select ${sql.placeholder('org')}::uuid, given.id, ${sql.placeholder('event_id')}::uuid,
      ${sql.placeholder('person_id')}::uuid, given.question_id, given.kind, given.label, given.delete_after_event, given.value,
      ${sql.placeholder('at')}::timestamptz
    from jsonb_to_recordset(${sql.placeholder('given')}::jsonb)
      as given(id uuid, question_id uuid, kind text, label text, delete_after_event boolean, value jsonb)
  `,
)

/** `answers` must be checked (`checkAnswers`). */
export async function insertAnswers(tx: OrgTx, { answers, ...of }: Answering): Promise<void> {
  if (answers.length === 0) return
  const given = JSON.stringify(answers.map((each) => ({ id: newId(), ...each })))
  await insertGiven(tx, { org: tx.org, ...of, given })
}

export async function hasEvent(tx: OrgTx, id: string): Promise<boolean> {
  return (await tx.$count(event, and(eq(event.organization_id, tx.org), eq(event.id, id)))) > 0
}

export async function hasPerson(tx: OrgTx, id: string): Promise<boolean> {
  const isThere = and(eq(person.organization_id, tx.org), eq(person.id, id), isNull(person.erased_at))
  return (await tx.$count(person, isThere)) > 0
}

/** Lists the newest answer of each person to each question, the latest event first. */
export function listAnswers(
  tx: OrgTx,
  { event_id, person_id }: { event_id?: string; person_id?: string },
): Promise<Answer[]> {
  const newest = tx
    .selectDistinctOn([answer.person_id, answer.event_id, answer.question_id])
    .from(answer)
    .where(
      and(
        inOrganization(tx, answer),
        event_id === undefined ? undefined : eq(answer.event_id, event_id),
        person_id === undefined ? undefined : eq(answer.person_id, person_id),
      ),
    )
    .orderBy(answer.person_id, answer.event_id, answer.question_id, desc(answer.created_at), desc(answer.id))
    .as('newest')
  return tx
    .select({
      person_id: newest.person_id,
      event: { id: event.id, name: event.name },
      question_id: newest.question_id,
      kind: newest.kind,
      label: newest.label,
      value: newest.value,
      created_at: newest.created_at,
    })
    .from(newest)
    .innerJoin(event, eq(event.id, newest.event_id))
    .orderBy(desc(event.event_date_start), newest.id)
}

/** Lists all answers of a person, the oldest first. */
export function listAllAnswers(tx: OrgTx, person_id: string) {
  return tx
    .select({
      event: { name: event.name },
      question_id: answer.question_id,
      kind: answer.kind,
      label: answer.label,
      value: answer.value,
      created_at: answer.created_at,
    })
    .from(answer)
    .innerJoin(event, eq(event.id, answer.event_id))
    .where(and(inOrganization(tx, answer), eq(answer.person_id, person_id)))
    .orderBy(answer.created_at, answer.id)
}

/** The questions of the event, and the roles on whose shifts the person is CONFIRMED. */
export async function readAsked(
  tx: OrgTx,
  { event_id, person_id }: { event_id: string; person_id: string },
): Promise<{ questions: Question[]; role_ids: string[] }> {
  const { questions } = oneRow(
    await tx
      .select({ questions: event.questions })
      .from(event)
      .where(and(eq(event.organization_id, tx.org), eq(event.id, event_id))),
  )
  const roles = await tx
    .selectDistinct({ id: shift.role_id })
    .from(assignment)
    .innerJoin(shift, eq(shift.id, assignment.shift_id))
    .where(
      and(
        inOrganization(tx, assignment),
        eq(assignment.person_id, person_id),
        eq(assignment.status, 'CONFIRMED'),
        // Not an equality: the planner could then read the whole event for one person.
        sql`uuid_cmp(${shift.event_id}, ${event_id}) = 0`,
      ),
    )
  return { questions, role_ids: roles.map(({ id }) => id) }
}

/** A condition on `person`: the newest answer to a question of the event, as `id:value`. Read once and hashed, as `isInState`. */
export function hasAnswered(tx: OrgTx, event_id: string, given: string): SQL {
  const at = given.indexOf(':')
  const [question_id, value] = [given.slice(0, at), given.slice(at + 1)]
  return sql`(${person.id} in (
    select newest.person_id from (
      select distinct on (a.person_id) a.person_id, a.value from answer a
      where a.event_id = ${event_id} and ${isOrganization(sql`a.organization_id`, sql`${tx.org}::uuid`)}
        and a.question_id::text = ${question_id}
      order by a.person_id, a.created_at desc, a.id desc
    ) newest
    where newest.value ? ${value}::text or newest.value #>> '{}' = ${value}
  )) is true`
}

export async function deleteAnswers(
  tx: OrgTx,
  {
    event_id,
    person_id,
    question_ids,
  }: { event_id: string; person_id: string; question_ids: readonly string[] },
): Promise<void> {
  await tx
    .delete(answer)
    .where(
      and(
        inOrganization(tx, answer),
        eq(answer.event_id, event_id),
        eq(answer.person_id, person_id),
        isAnyOf(answer.question_id, question_ids),
      ),
    )
}

export async function deleteAnswersOfPeople(tx: OrgTx, person_ids: readonly string[]): Promise<void> {
  await tx.delete(answer).where(and(inOrganization(tx, answer), isAnyOf(answer.person_id, person_ids)))
}

type Moving = {
  from: string
  to: string
  ids?: readonly string[]
  /** Of a sign-up: its event, and when it was. */
  given?: { event_id: string; at: string }
}

/** D60, D26: all, or these. */
export async function moveAnswers(tx: OrgTx, { from, to, ids, given }: Moving): Promise<void> {
  await tx
    .update(answer)
    .set({ person_id: to })
    .where(
      and(
        inOrganization(tx, answer),
        eq(answer.person_id, from),
        ids && isAnyOf(answer.id, ids),
        given && and(eq(answer.event_id, given.event_id), eq(answer.created_at, given.at)),
      ),
    )
}

/** D51: also answers that were given before the question was set to be deleted after the event. */
export function deleteOldAnswers(tx: Tx, now: string): Promise<number> {
  const before = addMs(now, -ANSWERS_KEPT_DAYS * DAY_MS)
  return deleteBatch(
    tx,
    answer,
    sql`exists (
      select from ${event} where ${event.organization_id} = ${answer.organization_id} and ${event.id} = ${answer.event_id}
        and ${event.event_date_end} < ${before}
        and (${answer.delete_after_event} or ${event.questions} @> jsonb_build_array(
          jsonb_build_object('id', ${answer.question_id}, 'delete_after_event', true)
        ))
    )`,
  )
}
