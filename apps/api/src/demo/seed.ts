import { foldAddress, identityKey, searchText } from '@muster/contract/rules/fold'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/contract/rules/instants'
import { wallToInstant } from '@muster/contract/rules/wall-time'
import { dayInZone } from '@muster/contract/rules/zone'
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { reminderDue } from '../db/reminder-due.ts'
import { appUser, assignment, event, message, person, role, shift, waiting } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { createOrganization } from '../features/organizations/create-organization.ts'
import { insertAccount } from '../features/session/account-queries.ts'
import { hashPassword } from '../features/session/passwords.ts'
import { type DemoEvent, FESTIVAL, FLEA_MARKET, SPRING_CLEANING, YOUTH_CUP } from './festival.ts'
import { createDemoIds, type DemoIds } from './ids.ts'
import { seedLog, seedMembers } from './members.ts'
import { type DemoPerson, inventPeople } from './people.ts'
import { createSequence, type Sequence } from './sequence.ts'
import { type PlannedShift, queueForShift, staffShifts } from './staff.ts'

export const DEMO_ADMINISTRATOR = { email: 'demo@muster.example', password: 'muster-demo-2026' }

const ZONE = 'Europe/Stockholm'
const PLACE = { time_zone: ZONE, language: 'sv', country: 'SE', uses_child_team: true } as const

type SeedContext = { organization_id: string; now: string; sequence: Sequence; newId: DemoIds }

export async function seedDemo({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  if (await hasAccounts(db)) return
  const { email, password } = DEMO_ADMINISTRATOR
  const password_hash = await hashPassword(password)
  await db.system(async (tx) => {
    const newId = createDemoIds()
    const user_id = newId('account')
    const account = {
      id: user_id,
      email: foldAddress(email),
      name: 'Maja Lindqvist',
      password_hash,
      language: 'en' as const,
    }
    // The account's unique email lets only one of two simultaneous first starts fill the database.
    if (!(await insertAccount(tx, account))) return

    const club = await createOrganization(tx, user_id, {
      ...PLACE,
      id: newId('organization'),
      name: 'Lunds Bollklubb Ungdom',
      sender_approved_for: 'Lunds Bollklubb Ungdom',
      contact_email: 'ungdom@bollklubben.example',
    })
    await seedOrganization(tx, {
      people: 24,
      events: [YOUTH_CUP],
      organization_id: club.id,
      now: now(),
      newId,
      seed: 7,
    })

    const society = await createOrganization(tx, user_id, {
      ...PLACE,
      id: newId('organization'),
      name: 'Kulturföreningen Solsidan',
      sender_approved_for: 'Kulturföreningen Solsidan',
      contact_email: 'kansli@solsidan.example',
    })
    await seedOrganization(tx, {
      people: 120,
      events: [FESTIVAL, SPRING_CLEANING, FLEA_MARKET],
      organization_id: society.id,
      now: now(),
      newId,
      seed: 42,
    })
    await seedMembers(tx, {
      organization_id: society.id,
      invited_by: user_id,
      password_hash,
      now: now(),
      newId,
    })
    await seedLog(tx, { organization_id: society.id, actor_id: user_id, now: now(), newId })
  })
}

/** Returns the organisation of the festival and its events, the festival first; undefined if it was deleted. */
export async function findDemo({ db }: Pick<Deps, 'db'>): Promise<Demo | undefined> {
  return db.system(async (tx) => {
    const [festival] = await tx.select().from(event).where(eq(event.name, FESTIVAL.name)).limit(1)
    if (!festival) return undefined
    const { organization_id } = festival
    const events = await tx
      .select({ id: event.id })
      .from(event)
      .where(eq(event.organization_id, organization_id))
      .orderBy(event.id)
    const others = events.map(({ id }) => id).filter((id) => id !== festival.id)
    return { organization_id, event_ids: [festival.id, ...others] }
  })
}

export type Demo = { organization_id: string; event_ids: [string, ...string[]] }

async function hasAccounts(db: Deps['db']): Promise<boolean> {
  const [account] = await db.system((tx) => tx.select({ id: appUser.id }).from(appUser).limit(1))
  return account !== undefined
}

type Plan = {
  people: number
  events: readonly DemoEvent[]
  organization_id: string
  now: string
  seed: number
  newId: DemoIds
}

async function seedOrganization(tx: Tx, { people: count, events, organization_id, now, seed, newId }: Plan) {
  const context = { organization_id, now, sequence: createSequence(seed), newId }
  const people = inventPeople(count, context.sequence).map((invented) => rowOfPerson(invented, context))
  await tx.insert(person).values(people)
  for (const planned of events) {
    const shifts = await seedEvent(tx, planned, context)
    const staffed = staffShifts(shifts, people, context)
    await tx.insert(assignment).values(staffed)
    const queue = queueForShift(shifts, staffed, people, context)
    if (queue.length > 0) await tx.insert(waiting).values(queue)
  }
  await tx
    .insert(message)
    .values(people.slice(0, 3).flatMap((person_row, index) => historyOf(person_row, index, context)))
}

function rowOfPerson(invented: DemoPerson, { organization_id, newId }: SeedContext) {
  return {
    ...invented,
    organization_id,
    id: newId('person'),
    identity_key: identityKey(invented),
    search_text: searchText(invented),
  }
}

async function seedEvent(
  tx: Tx,
  planned: DemoEvent,
  { organization_id, now, newId }: SeedContext,
): Promise<PlannedShift[]> {
  const event_id = newId('event')
  const instantOf = (day: number, time: string) =>
    wallToInstant(`${dayOf(now, planned.in_days + day)}T${time}`, ZONE)
  await tx.insert(event).values({
    organization_id,
    id: event_id,
    name: planned.name,
    description: planned.description,
    notes: planned.notes,
    location: planned.location,
    event_date_start: instantOf(0, planned.start),
    event_date_end: instantOf(planned.end.day, planned.end.time),
    time_zone: ZONE,
  })
  const roles = planned.roles.map(({ name, description, shifts }) => ({
    row: { organization_id, id: newId('role'), event_id, name, description },
    shifts,
  }))
  await tx.insert(role).values(roles.map(({ row }) => row))
  const shifts = roles.flatMap(({ row, shifts: times }) =>
    times.map(({ day, start, hours, required_qty }) => {
      const start_dt = instantOf(day, start)
      return {
        organization_id,
        id: newId('shift'),
        event_id,
        role_id: row.id,
        role_name: row.name,
        start_dt,
        end_dt: addMs(start_dt, hours * HOUR_MS),
        required_qty,
      }
    }),
  )
  await tx
    .insert(shift)
    .values(
      shifts.map((planned_shift) => ({ ...planned_shift, reminder_due_at: reminderDue(planned_shift, now) })),
    )
  return shifts
}

function dayOf(now: string, days: number): string {
  return dayInZone(addMs(now, days * DAY_MS), ZONE)
}

function historyOf({ id, phone }: { id: string; phone: string | null }, index: number, context: SeedContext) {
  if (!phone) return []
  const lines = [
    {
      direction: 'OUTBOUND',
      status: 'DELIVERED',
      body_text: 'Hej! Kan du hjälpa till en timme till på lördag?',
    },
    { direction: 'INBOUND', status: 'DELIVERED', body_text: 'Javisst, jag kommer.' },
    { direction: 'OUTBOUND', status: 'FAILED', body_text: 'Tack! Vi ses vid gula tältet.' },
  ] as const
  return lines.slice(0, index + 1).map((line, minute) => {
    const created_at = addMs(context.now, minute * MINUTE_MS - 48 * HOUR_MS)
    return {
      ...line,
      organization_id: context.organization_id,
      id: context.newId('message'),
      person_id: id,
      channel: 'SMS' as const,
      address: phone,
      language: 'sv' as const,
      template: 'custom_text',
      payload: { text: line.body_text },
      failure_reason: line.status === 'FAILED' ? 'Twilio: undelivered (30003)' : null,
      sent_at: created_at,
      created_at,
    }
  })
}
