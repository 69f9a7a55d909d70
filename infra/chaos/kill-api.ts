import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../apps/api/src/db/client.ts'
import { patiently } from '../../apps/api/test/patient.ts'
import type { PublicEvent } from '../../packages/contract/src/public-event.ts'
import { type Opening } from '../bench/harness/fill.ts'
import { type Database, withDatabase } from '../run/database.ts'
import { findFreePort } from '../run/ports.ts'
import { kill, prepareSettings, startServer, terminate, until } from '../run/start-programs.ts'
import { buildOpening, countLost, type SignUp, startSignUpLoad } from './sign-up-load.ts'

/* Kills a server while people sign up, who repeat an unanswered call with the same key. */

/** Minimum number of sign-ups between two kills. */
const ENOUGH = 10
const CLIENTS = 8
/** Kills of a server that answers early. A kill between two sign-ups loses none. */
const EARLY_KILLS = 3

export async function killApi({ kills = 3 }: { kills?: number }): Promise<void> {
  await withDatabase(async (database) => {
    const { acknowledged, broken_requests, committed_unanswered, slowest_start_ms, ...harm } =
      await killServers(database, kills)
    console.log({ kills, acknowledged, broken_requests, committed_unanswered, slowest_start_ms, ...harm })
    assert.ok(acknowledged > 0 && broken_requests > 0)
    assert.deepEqual(harm, { lost: 0, half: NONE, answered_differently: 0, taken_again: 0 })
    assert.deepEqual(await tamper(database.db), {
      assignments_without_email: 1,
      emails_without_assignment: 1,
      assignments_without_answer: 2,
      answers_without_assignment: 2,
      people_without_assignment: 2,
    })
  })
  await withDatabase(async (database) => {
    const { lost } = await killServers(database, EARLY_KILLS, { ANSWER_EARLY: '1' })
    assert.ok(lost > 0, 'negative control: a server that answers before it commits loses sign-ups')
  })
}

async function killServers({ db, url, dir }: Database, kills: number, settings: Record<string, string> = {}) {
  const env = await prepareSettings(url, dir, settings)
  const opening = await buildOpening(db)
  const port = await findFreePort()
  let running = await startServer(env, { port })
  const load = startSignUpLoad(opening, () => running.address, CLIENTS)
  let [committed_unanswered, slowest_start_ms] = [0, 0]
  for (let killed = 1; killed <= kills; killed++) {
    await load.more(ENOUGH)
    await sleep(Math.random() * 300)
    await kill(running.server)
    // Sign-ups that were committed by a server that could not answer any more.
    committed_unanswered += Math.max(0, (await countAssignments(db)) - load.acknowledged.length)
    const started = performance.now()
    running = await startServer(env, { port })
    slowest_start_ms = Math.max(slowest_start_ms, Math.round(performance.now() - started))
    if (killed % 10 === 0) console.log(`${killed} kills, ${load.acknowledged.length} sign-ups`)
  }
  await load.more(ENOUGH)
  await load.stop()
  await until(() => isPublicCountRight(db, { address: running.address, opening }), {
    what: 'the public page has other numbers than the database',
    ms: 10_000,
    every_ms: 200,
  })
  const before = await countAssignments(db)
  const half = await findHalfStates(db)
  const answered_differently = await repeatAll(running.address, load.sign_ups)
  const taken_again = (await countAssignments(db)) - before
  await terminate(running.server)
  return {
    acknowledged: load.acknowledged.length,
    broken_requests: load.unanswered.length,
    committed_unanswered,
    slowest_start_ms,
    lost: await countLost(db, load),
    half,
    answered_differently,
    taken_again,
  }
}

async function countAssignments(db: Db): Promise<number> {
  const [row] = await db.lookUp<{ count: number }>('select count(*)::int as count from assignment')
  return row?.count ?? 0
}

type HalfStates = {
  /** Number of assignments with no e-mail or several. The other fields of assignments and people count likewise. */
  assignments_without_email: number
  emails_without_assignment: number
  assignments_without_answer: number
  answers_without_assignment: number
  people_without_assignment: number
}

const NONE: HalfStates = {
  assignments_without_email: 0,
  emails_without_assignment: 0,
  assignments_without_answer: 0,
  answers_without_assignment: 0,
  people_without_assignment: 0,
}

/** Fails unless everything in the database comes from whole sign-ups, each by another person. */
export async function expectNoHalfStates(db: Db): Promise<void> {
  assert.deepEqual(await findHalfStates(db), NONE)
}

/** Counts half states. Everything in the database must come from sign-ups, each by another person. */
async function findHalfStates(db: Db): Promise<HalfStates> {
  const [row] = await db.lookUp<HalfStates>(`
    set local enable_seqscan = on;
    with
      email as (
        select payload->>'assignment_id' as id, count(*) from message where template = 'confirmation' group by 1
      ),
      answer as (select answer#>>'{places,0,assignment_id}' as id, count(*) from idempotency_key group by 1),
      place as (select id::text from assignment),
      person_place as (select person_id as id, count(*) from assignment group by 1)
    select
      (select count(*) from place left join email using (id) where email.count is distinct from 1)::int
        as assignments_without_email,
      (select count(*) from email left join place using (id) where place is null)::int as emails_without_assignment,
      (select count(*) from place left join answer using (id) where answer.count is distinct from 1)::int
        as assignments_without_answer,
      (select count(*) from answer left join place using (id) where place is null)::int as answers_without_assignment,
      (select count(*) from person left join person_place using (id) where person_place.count is distinct from 1)::int
        as people_without_assignment
  `)
  if (!row) throw new Error('the database says nothing')
  return row
}

/** Inserts four sign-ups, each incomplete in a different way. */
async function tamper(db: Db): Promise<HalfStates> {
  await db.system(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>('select id from assignment limit 4')
    const [no_email, no_place, no_answer, other_answer] = rows.map(({ id }) => id)
    await tx.execute(`delete from message where payload->>'assignment_id' = '${no_email}'`)
    await tx.execute(`delete from assignment where id = '${no_place}'`)
    await tx.execute(`delete from idempotency_key where answer#>>'{places,0,assignment_id}' = '${no_answer}'`)
    await tx.execute(`
      update idempotency_key set answer = jsonb_set(answer, '{places,0,assignment_id}', '"${randomUUID()}"')
      where answer#>>'{places,0,assignment_id}' = '${other_answer}'
    `)
    await tx.execute(`
      insert into person (organization_id, id, first_name, last_name, email, identity_key)
      select id, '${randomUUID()}', 'Kim', 'Kaos', 'kim@volunteer.example', 'kim' from organization
    `)
  })
  return findHalfStates(db)
}

/** Returns the number of sign-ups that are not answered with the same place (D16). */
async function repeatAll(address: string, sign_ups: readonly SignUp[]): Promise<number> {
  const waiting = [...sign_ups]
  let others = 0
  const repeat = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path: called, init, body } = next
      const answer = await patiently(() => fetch(address + called, init))
      if (answer.status !== 201 || placeIn(await answer.text()) !== placeIn(body)) others++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, repeat))
  return others
}

const placeIn = (body: string): unknown => JSON.parse(body).assignment_id

async function isPublicCountRight(
  db: Db,
  { address, opening }: { address: string; opening: Opening },
): Promise<boolean> {
  const rows = await db.lookUp<{ shift_id: string; count: number }>(
    `select shift_id, count(*)::int as count from assignment where status = 'CONFIRMED' group by shift_id`,
  )
  const confirmed = new Map(rows.map(({ shift_id, count }) => [shift_id, count]))
  const answer = await fetch(`${address}/events/${opening.event_id}/public`)
  if (!answer.ok) return false
  const { roles }: PublicEvent = await answer.json()
  return roles
    .flatMap(({ shifts }) => shifts)
    .every(({ id, assigned_count }) => assigned_count === (confirmed.get(id) ?? 0))
}
