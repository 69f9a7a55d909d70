import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../apps/api/src/config.ts'
import { type Db } from '../../apps/api/src/db/client.ts'
import { loadKeys } from '../../apps/api/src/signing/keys.ts'
import { openPatientDb, patiently } from '../../apps/api/test/patient.ts'
import type { PublicEvent } from '../../packages/contract/src/public-event.ts'
import { findFreePort } from '../run/ports.ts'
import { API, ended, startServer, until } from '../run/start-programs.ts'
import { buildOpening, type Opening, type SignUp, startSignUpLoad } from './sign-up-load.ts'

/* Kills a server while people sign up, who repeat an unanswered call with the same key. */

/** Minimum number of sign-ups between two kills. */
const ENOUGH = 10
const CLIENTS = 8

export type Options = {
  /** Database without any sign-up. */
  database_url: string
  kills: number
  /** `early_server` is the negative control: it answers before it commits. */
  program?: 'server' | 'early_server'
  /** Returns the milliseconds from the tenth sign-up of a server until it is killed. */
  killAfter?: () => number
  log?: (line: string) => void
}

export type Killed = {
  kills: number
  acknowledged: number
  /** Number of acknowledged sign-ups that are not in the database. */
  lost: number
  /** Number of sign-ups committed by a server that was killed before it could answer. */
  committed_unanswered: number
  broken_requests: number
  /** Numbers of rows that are missing, or that should not be there. */
  half: HalfStates
  /** Number of sign-ups with another answer when they were repeated with their key at the end. */
  answered_differently: number
  /** Number of places that the repeated calls took. */
  taken_again: number
  slowest_start_ms: number
}

export async function killApi(options: Options): Promise<Killed> {
  const {
    database_url,
    kills,
    program = 'server',
    killAfter = () => Math.random() * 300,
    log = () => {},
  } = options
  const data_dir = await mkdtemp(path.join(tmpdir(), 'muster-chaos-'))
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database_url,
    MUSTER_DATA_DIR: data_dir,
    SIGNUPS_PER_MINUTE: '1000000',
    REQUESTS_PER_MINUTE: '1000000',
  }
  await loadKeys(readConfig(env, API))
  const db = openPatientDb(database_url)
  const opening = await buildOpening(db)
  const port = await findFreePort()
  let running = await startServer(env, { port, program })
  const load = startSignUpLoad(opening, () => running.address, CLIENTS)
  let [committed_unanswered, slowest_start_ms] = [0, 0]
  try {
    for (let kill = 1; kill <= kills; kill++) {
      await signUpSome()
      await sleep(killAfter())
      running.server.kill('SIGKILL')
      await ended(running.server)
      committed_unanswered += Math.max(0, (await countAssignments(db)) - load.acknowledged.length)
      const started = performance.now()
      running = await startServer(env, { port, program })
      slowest_start_ms = Math.max(slowest_start_ms, performance.now() - started)
      if (kill % 10 === 0) log(`${kill} kills, ${load.acknowledged.length} sign-ups`)
    }
    await signUpSome()
    await load.stop()

    await until(() => isPublicCountRight(db, { address: running.address, opening }), {
      what: 'the public page has other numbers than the database',
      ms: 10_000,
      every_ms: 200,
    })
    const before = await countAssignments(db)
    return {
      kills,
      acknowledged: load.acknowledged.length,
      lost: await countLost(db, load.acknowledged),
      committed_unanswered,
      broken_requests: load.unanswered.length,
      half: await findHalfStates(db),
      answered_differently: await repeatAll(running.address, load.sign_ups),
      taken_again: (await countAssignments(db)) - before,
      slowest_start_ms: Math.round(slowest_start_ms),
    }
  } finally {
    await load.stop()
    running.server.kill('SIGTERM')
    await ended(running.server)
    await db.close()
    await rm(data_dir, { recursive: true, force: true })
  }

  async function signUpSome(): Promise<void> {
    const enough = load.acknowledged.length + ENOUGH
    await until(() => load.acknowledged.length >= enough, { what: 'nobody signs up', ms: 60_000 })
  }
}

async function countAssignments(db: Db): Promise<number> {
  const [row] = await db.lookUp<{ count: number }>('select count(*)::int as count from assignment')
  return row?.count ?? 0
}

async function countLost(db: Db, ids: readonly string[]): Promise<number> {
  const [row] = await db.lookUp<{ count: number }>(`
    select count(*)::int as count from unnest('{${ids.join(',')}}'::uuid[]) acknowledged (id)
    where not exists (select from assignment a where a.id = acknowledged.id)
  `)
  return row?.count ?? 0
}

export type HalfStates = {
  /** Number of assignments with no e-mail or several. The other fields of assignments and people count likewise. */
  assignments_without_email: number
  emails_without_assignment: number
  assignments_without_answer: number
  answers_without_assignment: number
  people_without_assignment: number
}

/** Counts half states. Everything in the database must come from sign-ups, each by another person. */
export async function findHalfStates(db: Db): Promise<HalfStates> {
  const [row] = await db.lookUp<HalfStates>(`
    set local enable_seqscan = on;
    with
      email as (
        select facts->>'assignment_id' as id, count(*) from message where template = 'confirmation' group by 1
      ),
      answer as (select answer->>'assignment_id' as id, count(*) from idempotency_key group by 1),
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

/** Returns the number of sign-ups that are not answered as before. */
async function repeatAll(address: string, sign_ups: readonly SignUp[]): Promise<number> {
  const waiting = [...sign_ups]
  let others = 0
  const repeat = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { path: called, init, body } = next
      const answer = await patiently(() => fetch(address + called, init))
      if (answer.status !== 201 || (await answer.text()) !== body) others++
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, repeat))
  return others
}

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

export function isFlawless({ lost, half, answered_differently, taken_again }: Killed): boolean {
  const harm = [lost, answered_differently, taken_again, ...Object.values(half)]
  return harm.every((count) => count === 0)
}
