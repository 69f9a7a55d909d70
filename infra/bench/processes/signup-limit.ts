import { randomUUID } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { serveCommands } from '../harness/child-process.ts'
import { type Load, Recorder } from '../harness/recorder.ts'

// Runs the fewest prepared statements that read and write the same under the same locks, including the names on the
// shift (D26) and the stored answer (D16). It has no HTTP, validation, rules or NOTIFY.

type Job = {
  database_url: string
  organization_id: string
  event_id: string
  shift_ids: string[]
  /** Number of connections, which the `workers` share. */
  connections: number
  workers: number
  seconds?: number
}

const commands = { signUp }

export type SignupLimit = typeof commands

serveCommands(commands)

async function signUp({ database_url, connections, workers, seconds, ...opening }: Job): Promise<Load> {
  const pool = new Pool({ connectionString: database_url, max: connections, options: BY_KEY })
  const recorder = new Recorder()
  const until = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1_000
  const attempt = createAttempts(opening)
  let isFull = false
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (!isFull && performance.now() < until) {
        const asked_at = performance.now()
        const client = await pool.connect()
        const outcome = await attempt(client)
        client.release()
        if (outcome === 'full') isFull = true
        else recorder.succeed(asked_at)
      }
    }),
  )
  const result = recorder.finish()
  await pool.end()
  return result
}

function createAttempts({
  organization_id,
  event_id,
  shift_ids,
}: Pick<Job, 'organization_id' | 'event_id' | 'shift_ids'>) {
  const begin = `begin; set local role muster_app; select set_config('app.organization_id', '${organization_id}', true)`
  const run = randomUUID().slice(0, 8)
  let attempts = 0

  return async (client: PoolClient): Promise<'confirmed' | 'full'> => {
    const at = attempts++
    const shift_id = shift_ids[at % shift_ids.length] ?? ''
    const email = `${run}-${at}@volunteer.example`
    const key = `${run}-${at}`
    const assignment_id = randomUUID()

    await client.query(begin)
    const shifts = await client.query({ ...LOCK_SHIFT, values: [organization_id, shift_id] })
    const shift: LockedShift = shifts.rows[0]
    const people = await client.query({
      ...LOCK_PERSON,
      values: [organization_id, randomUUID(), `Number ${at}`, email, `+4673${1_000_000 + at}`],
    })
    const person_id: string = people.rows[0].id
    const read = await client.query({ ...READ, values: [organization_id, shift_id, key, person_id] })
    const names: string[] = read.rows[0].names?.split('\x1e') ?? []
    if (names.length >= shift.required_qty) {
      await client.query('rollback')
      return 'full'
    }
    const payload = { ...PAYLOAD, assignment_id, event_id, start_dt: shift.start_dt, end_dt: shift.end_dt }
    await client.query({
      ...WRITE,
      values: [
        organization_id,
        assignment_id,
        shift_id,
        person_id,
        shift.end_dt,
        randomUUID(),
        email,
        JSON.stringify(payload),
        key,
        JSON.stringify({ places: [{ assignment_id, shift_id }], refused: [] }),
      ],
    })
    await client.query('commit')
    return 'confirmed'
  }
}

/** Flag without which plans made while the tables are small would be kept when they have grown. */
const BY_KEY = '-c enable_seqscan=off'

type LockedShift = { start_dt: Date; end_dt: Date; required_qty: number }

const LOCK_SHIFT = {
  name: 'lock shift',
  text: `select start_dt, end_dt, required_qty from shift where organization_id = $1 and id = $2 for update`,
}

const LOCK_PERSON = {
  name: 'lock person',
  text: `
    insert into person (organization_id, id, first_name, last_name, email, phone, language, identity_key)
    values ($1, $2, 'Visitor', $3, $4, $5, 'sv', $4)
    on conflict (organization_id, identity_key) do update set identity_key = excluded.identity_key
    returning id, first_name, email, phone, language`,
}

const READ = {
  name: 'read',
  text: `
    select
      (select answer from idempotency_key where organization_id = $1 and scope_id = $2 and key = $3) as answer,
      (select string_agg(concat_ws(chr(31), assignment.id, person.first_name, person.last_name), chr(30))
       from assignment join person on person.id = assignment.person_id
       where assignment.shift_id = $2 and assignment.status = 'CONFIRMED') as names,
      (select json_agg(json_build_object('id', shift.id, 'start_dt', shift.start_dt, 'end_dt', shift.end_dt,
         'assignment_id', assignment.id, 'status', assignment.status))
       from assignment join shift on shift.organization_id = $1 and shift.id = assignment.shift_id
       where assignment.organization_id = $1 and assignment.person_id = $4) as own_shifts`,
}

const WRITE = {
  name: 'write',
  text: `
    with taken as (
      insert into assignment (organization_id, id, shift_id, person_id, status, source, token_expires_at,
        uncapped_expires_at, expiry_set_at, responded_at, terms_version, terms_accepted_at, calendar_uid)
      values ($1, $2, $3, $4, 'CONFIRMED', 'signup', $5, $5, now(), now(), '1.0', now(), $2::uuid || '@muster')
    ), queued as (
      insert into message (organization_id, id, person_id, channel, template, payload, language, address)
      values ($1, $6, $4, 'EMAIL', 'confirmation', $8, 'sv', $7)
    )
    insert into idempotency_key (organization_id, scope_id, key, body_hash, answer)
    values ($1, $3, $9, md5($9), $10)`,
}

/** Payload as long as those that the API writes. */
const PAYLOAD = {
  round: 1,
  first_name: 'Visitor',
  role_name: 'Role 1',
  event_name: 'Festival',
  organization_name: 'Opening night',
  time_zone: 'Europe/Stockholm',
  location: null,
}
