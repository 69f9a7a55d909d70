import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../apps/api/src/db/ids.ts'
import type { Deps } from '../../apps/api/src/deps.ts'

/**
 * Creates work that the worker itself has to find: half of the people have a due reminder (D43), the others are
 * first in line for a free place (D44). Each must get one e-mail.
 */
export async function seedTasks({ db }: Deps, people: number): Promise<void> {
  const [org, event, role] = [newId(), newId(), newId()]
  await db.system(async (tx) => {
    for (const statement of [
      `insert into organization (id, name, time_zone, language, country)
        values ('${org}', 'Kaos', 'Europe/Stockholm', 'sv', 'SE')`,
      `insert into event (organization_id, id, name, event_date_start, event_date_end, time_zone)
        values ('${org}', '${event}', 'Kaos', now(), now() + interval '20 days', 'Europe/Stockholm')`,
      `insert into role (organization_id, id, event_id, name) values ('${org}', '${role}', '${event}', 'Kaos')`,
      `create temporary table made on commit drop as
        select n, n % 2 = 0 as is_reminded, gen_random_uuid() as person_id, gen_random_uuid() as shift_id,
          now() + case n % 2 when 0 then make_interval(mins => 60 + n % 1320) else interval '10 days' end as start_dt
        from generate_series(1, ${people}) n`,
      `insert into person (organization_id, id, first_name, last_name, email, identity_key)
        select '${org}', person_id, 'Kim', 'Kaos', n || '@volunteer.example', n || '@volunteer.example' from made`,
      `insert into shift (organization_id, id, event_id, role_id, start_dt, end_dt, required_qty, reminder_due_at)
        select '${org}', shift_id, '${event}', '${role}', start_dt, start_dt + interval '2 hours', 1,
          start_dt - interval '24 hours' from made`,
      `insert into assignment (organization_id, id, shift_id, person_id, status, source, responded_at,
          token_expires_at, uncapped_expires_at, expiry_set_at, calendar_uid)
        select '${org}', gen_random_uuid(), shift_id, person_id, 'CONFIRMED', 'signup', now() - interval '9 days',
          start_dt, start_dt, now() - interval '9 days', n || '@chaos' from made where is_reminded`,
      `insert into waiting (organization_id, id, shift_id, person_id, status, queued_at, terms_version, terms_accepted_at)
        select '${org}', gen_random_uuid(), shift_id, person_id, 'WAITING', now(), '1', now() from made
        where not is_reminded`,
    ])
      await tx.execute(statement)
  })
}

/** Waits until a worker that is not killed has written everything. Gives up after a minute. */
export async function waitForTasks(deps: Deps): Promise<void> {
  for (let second = 0; second < 60; second++) {
    if ((await judgeTasks(deps)).unwritten === 0) return
    await sleep(1_000)
  }
}

/** Counts the people who should have one message, but have none or more than one. */
export async function judgeTasks({ db }: Deps): Promise<{ unwritten: number; written_twice: number }> {
  const { rows } = await db.system((tx) =>
    tx.execute<{ unwritten: number; written_twice: number }>(`
      select count(*) filter (where messages = 0)::int as unwritten,
        count(*) filter (where messages > 1)::int as written_twice
      from (
        select (select count(*) from message m where m.person_id = p.id and m.template in ('shift_reminder', 'place_offered'))
          as messages
        from person p where p.email like '%@volunteer.example' and p.first_name = 'Kim' and p.identity_key = p.email
      ) counted
    `),
  )
  return rows[0] ?? { unwritten: 0, written_twice: 0 }
}
