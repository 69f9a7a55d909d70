import { addMs, HOUR_MS } from '@muster/contract/rules/instants'
import { digestDue } from '@muster/contract/rules/mail-limit'
import { signup } from '@muster/contract/signup'
import { CLEANED_SPELLINGS, SPELLINGS_OF_ONE_ADDRESS } from '@muster/contract/testing/spellings'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { SmtpFake } from '../../../../infra/fakes/smtp.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildOrganization,
  buildPerson,
  buildShift,
  type ShiftRow,
} from '../../test/planning.ts'
import { newId } from '../db/ids.ts'
import { isoInstant } from '../db/iso-instant.ts'
import * as schema from '../db/schema.ts'
import { listMessages } from '../features/messages/history.ts'
import { insertResetToken } from '../features/session/token-queries.ts'
import type { Mail } from '../providers/provider.ts'
import { createSmtp } from '../providers/smtp.ts'
import { holdBackAutomatic, sweepQuotas } from './digests.ts'
import { enqueueAccountEmail, enqueueConfirmation } from './enqueue.ts'
import { listUnsendable } from './unsendable.ts'

/* D28: at most ten automatic emails an hour to one address. */

// These functions are spies, so that a test can remove the limit or abort a worker. Otherwise they are the real ones.

type Digests = { holdBackAutomatic: typeof holdBackAutomatic }

const VICTIM = 'victim@private.example'

let api: TestApp
let shifts: ShiftRow[]
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.deps.db.system(async (tx) => {
    for (const table of [schema.message, schema.accountMessage, schema.mailQuota]) await tx.delete(table)
  })
  shifts = []
  for (const name of ['Åhusfestivalen', 'Brunnby IF']) {
    const { id: organization_id } = await buildOrganization(api.deps, { name })
    shifts.push(await buildShift(api.deps, { organization_id, required_qty: 1_000 }))
  }
})

/** Signs up with different first names, and the victim's address in all its spellings. */
const attack = (count: number, start = 0) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => {
      const n = start + index
      const email = n % 3 === 0 ? VICTIM.toUpperCase() : n % 3 === 1 ? 'Victim@Private.Example' : VICTIM
      const letters = String(n).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')
      return api.ok(signup.signUp, {
        params: { shiftId: shifts[n % 2]?.id ?? '' },
        body: { first_name: `Anna ${letters}`, last_name: 'Berg', email, phone: '+46701234567' },
      })
    }),
  )

/** Sends 120 sign-ups while two workers send mails. */
async function attackWhileTwoSend(): Promise<Mail[]> {
  const { providers, mails } = buildProviders()
  for (let n = 0; n < 120; n += 20) {
    await attack(20, n)
    await Promise.all([deliverDue(api.deps, providers), deliverDue(api.deps, providers)])
  }
  return mails
}

/** Simulates that an hour has passed. */
const passHour = () =>
  api.deps.db.system(async (tx) => {
    await tx.execute(sql`
      update mail_quota set sent_at = (
        select jsonb_agg(${isoInstant(sql`at::timestamptz - interval '1 hour'`)} order by at)
        from jsonb_array_elements_text(sent_at) as at
      )`)
    await tx.update(schema.accountMessage).set({ due_at: sql`due_at - interval '1 hour'` })
  })

async function deliver(providers = buildProviders()): Promise<Mail[]> {
  await deliverDue(api.deps, providers.providers)
  return providers.mails
}

const rows = () => api.deps.db.system((tx) => tx.select().from(schema.message))
const digests = () => api.deps.db.system((tx) => tx.select().from(schema.accountMessage))
const statuses = async () => [...new Set((await rows()).map(({ status }) => status))]
const linksIn = ({ text }: Mail) => text.match(/http:\/\/localhost:3000\/c\/[\w-]{43}/g) ?? []

describe('120 sign-ups to one address, over two organisations', () => {
  test('ten e-mails and, when the hour is over, one digest with a hundred other links', async () => {
    const mails = await attackWhileTwoSend()
    expect(mails).toHaveLength(10)
    const waiting = (await rows()).filter(({ status }) => status === 'QUEUED')
    expect(waiting).toHaveLength(110)
    expect(waiting.every(({ failure_reason }) => failure_reason === 'held_back')).toBe(true)
    expect(await digests()).toMatchObject([{ status: 'QUEUED', template: 'digest' }])
    // Nothing more is sent before the digest is due.
    expect(await deliver()).toEqual([])

    await passHour()
    const [digest, ...more] = await deliver()
    if (!digest) throw new Error('no digest')
    expect(more).toEqual([])
    expect(digest.to.toLowerCase()).toBe(VICTIM)
    expect(digest.from.name).toBe('Muster')
    for (const name of ['Åhusfestivalen', 'Brunnby IF']) {
      expect(digest.text).toContain(`${name}:`)
      expect(digest.html).toContain(name)
    }
    const links = [...mails, digest].flatMap(linksIn)
    expect(new Set(links).size).toBe(110)
    expect(digest.text).toContain('Det finns 10 till')
    for (const link of linksIn(digest)) expect(digest.html).toContain(`href="${link}"`)
    expect(digest.text).toMatch(/\/not-me\/[\w-]{43}/)
    expect(await statuses()).toEqual(['SENT'])
    expect((await rows()).every(({ failure_reason, sent_at }) => failure_reason === null && sent_at)).toBe(
      true,
    )
  })

  test('negative control: without the limit all 120 arrive', async () => {
    vi.mocked(digestDue).mockReturnValue(undefined)
    try {
      expect(await attackWhileTwoSend()).toHaveLength(120)
    } finally {
      vi.mocked(digestDue).mockReset()
    }
  })

  test('the next hour has ten again, the digest among them', async () => {
    await attack(12)
    expect(await deliver()).toHaveLength(10)
    await passHour()
    await attack(20, 20)
    const mails = await deliver()
    expect(mails.filter(({ from }) => from.name === 'Muster')).toHaveLength(1)
    expect(mails.length).toBeLessThanOrEqual(10)
  })

  test('a day has 30, then a digest an hour', async () => {
    for (let hour = 0; hour < 4; hour++) {
      await attack(15, hour * 15)
      await deliver()
      await passHour()
    }
    await deliver()
    await passHour()
    await attack(15, 60)
    expect((await deliver()).map(({ from }) => from.name)).toEqual(['Muster'])
    await attack(15, 75)
    expect(await deliver()).toEqual([])
  })
})

const listHeld = async () => (await rows()).filter(({ status }) => status === 'QUEUED')
const setStatus = (id: unknown, status: 'DECLINED' | 'CONFIRMED') =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.assignment)
      .set({ status })
      .where(eq(schema.assignment.id, String(id))),
  )

async function openDigest() {
  await attack(11)
  await deliver()
  const [row] = await listHeld()
  if (!row) throw new Error('nothing is held back')
  return row
}

const copies = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

describe('thousands of messages that a stranger has caused', () => {
  type Held = Awaited<ReturnType<typeof openDigest>>

  /** Inserts messages as if they had been held back after the given one, for the same digest. */
  const hold = (held: Held, template: string, payload: readonly Record<string, unknown>[]) =>
    api.deps.db.system(async (tx) => {
      await tx.execute(sql`
        insert into message (organization_id, id, person_id, channel, template, payload, language, address, digest_id)
        select ${held.organization_id}, gen_random_uuid(), ${held.person_id}, 'EMAIL', ${template}, payload, 'sv', ${held.address},
          ${held.digest_id}
        from jsonb_array_elements(${JSON.stringify(payload)}::jsonb) as payload
      `)
    })

  test('a cancelled shift is in the digest, which stays small', async () => {
    const held = await openDigest()
    const { entry } = held.payload
    const long = { location: 'x'.repeat(300), contact_email: null, contact_phone: null }
    const joined = { round: 1, first_name: 'Anna', entry: { ...Object(entry), ...long } }
    await hold(
      held,
      'waiting_joined',
      Array.from({ length: 3_000 }, () => ({ ...joined, waiting_id: newId() })),
    )
    const cancelled = { first_name: 'Anna', because: 'cancelled', shifts: [{ is_confirmed: true, entry }] }
    await hold(held, 'shift_cancelled', [cancelled])
    await passHour()
    vi.mocked(listUnsendable).mockClear()
    const [digest, ...more] = await deliver()
    if (!digest) throw new Error('no digest')

    expect(more).toEqual([])
    expect(digest.text).toContain('Ditt pass är inställt')
    expect(digest.text.indexOf('inställt')).toBeLessThan(digest.text.indexOf('Du är anmäld'))
    expect(digest.text).toMatch(/Det finns 2\s902 till/)
    expect(digest.text).toContain('http://localhost:3000/links')
    expect(digest.text.match(/\/[cw]\/[\w-]{43}/g)).toHaveLength(99)
    expect(Buffer.byteLength(digest.text + digest.html)).toBeLessThan(250_000)
    const read = vi.mocked(listUnsendable).mock.calls.map(([, messages]) => messages.length)
    expect(Math.max(...read)).toBeLessThan(700)
    expect(await statuses()).toEqual(['SENT'])
  })

  test.each([
    ['a shift that they move 315 times', { messages: 315, shifts: 1, without_room: 16 }],
    ['400 shifts that they move once', { messages: 1, shifts: 400, without_room: 0 }],
  ])('in an organisation of their own, with %s, do not hide what another says', async (_, caused) => {
    const held = await openDigest()
    const { entry, assignment_id } = held.payload
    const was = { ...Object(entry), location: 'Gamla parken' }
    const moved = { assignment_id, round: 1, is_confirmed: true, entry, was }
    const changed = { first_name: 'Anna', shifts: copies(caused.shifts, moved) }
    await hold(held, 'shift_changed', copies(caused.messages, changed))
    const cancelled = {
      first_name: 'Anna',
      because: 'cancelled',
      shifts: [{ is_confirmed: true, entry: { ...Object(entry), organization_name: 'Röda Korset' } }],
    }
    const { id: organization_id } = await buildOrganization(api.deps, { name: 'Röda Korset' })
    const { id: person_id } = await buildPerson(api.deps, { organization_id })
    await hold({ ...held, organization_id, person_id }, 'shift_cancelled', [cancelled])
    await passHour()
    const [digest] = await deliver()

    expect(digest?.text).toMatch(/Röda Korset:\n\nDitt pass är inställt/)
    const notices = (await rows()).filter(({ template }) => template.startsWith('shift_'))
    expect(notices.filter(({ template }) => template === 'shift_cancelled')).toMatchObject([
      { status: 'SENT' },
    ])
    const failed = notices.filter(({ status }) => status !== 'SENT')
    expect(failed).toHaveLength(caused.without_room)
    for (const row of failed) expect(row).toMatchObject({ status: 'FAILED', failure_reason: 'no_room' })
  })

  test('those that are not sent any more leave room for others, which are read in later claims', async () => {
    const held = await openDigest()
    const [last] = await api.deps.db.system((tx) => tx.delete(schema.message).where(isRow(held)).returning())
    await hold(
      held,
      'confirmation',
      Array.from({ length: 700 }, () => ({ ...held.payload, assignment_id: newId() })),
    )
    await hold(held, 'confirmation', [Object(last?.payload)])
    for (const left of [401, 101]) {
      await passHour()
      expect(await deliver()).toEqual([])
      expect(await listHeld()).toHaveLength(left)
    }
    await passHour()
    const [digest] = await deliver()
    expect(digest && linksIn(digest)).toHaveLength(1)
    expect(digest?.subject).toBe('Ett besked om dina pass')
  })

  test('a few of many shifts that are not sent any more do not delay it', async () => {
    const held = await openDigest()
    const { entry, ...payload } = held.payload
    const ended = { ...payload, assignment_id: newId(), is_confirmed: true, entry, was: entry }
    await hold(held, 'shift_changed', copies(5, { first_name: 'Anna', shifts: copies(300, ended) }))
    await passHour()
    const [digest] = await deliver()
    expect(digest && linksIn(digest)).toHaveLength(1)
  })

  const isRow = ({ id }: Held) => eq(schema.message.id, id)
})

describe('what has ended while it waited', () => {
  test('a digest says nothing of a place that was given up, and of one taken again only once', async () => {
    await attack(13)
    await deliver()
    const [given_up, again] = await listHeld()
    if (!given_up || !again) throw new Error('nothing is held back')
    await setStatus(given_up.payload['assignment_id'], 'DECLINED')
    const { id: _, ...copy } = again
    await api.deps.db.system((tx) =>
      tx.insert(schema.message).values({ ...copy, id: newId(), created_at: api.deps.now() }),
    )
    await passHour()
    const [digest] = await deliver()
    expect(digest && linksIn(digest)).toHaveLength(2)
    const failed = (await rows()).filter(({ status }) => status === 'FAILED')
    expect(new Map(failed.map(({ id, failure_reason }) => [id, failure_reason]))).toEqual(
      new Map([
        [given_up.id, 'off_shift'],
        [again.id, 'superseded'],
      ]),
    )
  })

  test('a reminder in a digest has the shifts of then', async () => {
    await attack(12)
    await deliver()
    const [kept, given_up] = await listHeld()
    if (!kept || !given_up) throw new Error('nothing is held back')
    for (const { id, payload } of [kept, given_up]) {
      const { assignment_id, round, entry, first_name } = payload
      const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Stockholm' }).format(
        new Date(Object(entry).start_dt),
      )
      const reminder = { first_name, day, shifts: [{ assignment_id, round, entry, notes: null }] }
      await api.deps.db.system((tx) =>
        tx
          .update(schema.message)
          .set({ template: 'shift_reminder', payload: reminder })
          .where(eq(schema.message.id, id)),
      )
    }
    await setStatus(given_up.payload['assignment_id'], 'DECLINED')
    await api.deps.db.system((tx) => tx.update(schema.event).set({ location: 'Nya parken' }))
    await passHour()
    const [digest] = await deliver()
    expect(digest && linksIn(digest)).toHaveLength(1)
    expect(digest?.text).toContain('Nya parken')
  })
})

describe('spellings that a mail server reads as one address', () => {
  test.each(SPELLINGS_OF_ONE_ADDRESS)('%j cannot sign up', async (email) => {
    const params = { shiftId: shifts[0]?.id ?? '' }
    const body = { first_name: 'Anna', last_name: 'Berg', email, phone: '+46701234567' }
    expect(await api.refused(signup.signUp, { params, body })).toMatchObject({
      status: 400,
      issues: [{ path: 'email' }],
    })
  })

  test('those that are cleaned are one person', async () => {
    const params = { shiftId: shifts[0]?.id ?? '' }
    const visitor = { first_name: 'Anna', last_name: 'Berg', phone: '+46701234567' }
    await api.ok(signup.signUp, { params, body: { ...visitor, email: VICTIM } })
    for (const email of CLEANED_SPELLINGS) {
      const again = await api.refused(signup.signUp, { params, body: { ...visitor, email } })
      expect(again).toMatchObject({ code: 'already_signed_up' })
    }
  })

  test('negative control: let in, each has a limit of its own, and all of them reach the victim', async () => {
    const smtp = await SmtpFake.open()
    const mail = createSmtp({ url: smtp.url, timeout_ms: 5_000 })
    const [shift] = shifts
    if (!shift) throw new Error('no shift')
    const { organization_id } = shift
    for (let n = 0; n < 12; n++) {
      const email = VICTIM.replace('.example', `${'\u200b'.repeat(n)}.example`)
      const person = await buildPerson(api.deps, { organization_id, email })
      const { id: assignment_id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
      await api.deps.db.transaction(organization_id, (tx) =>
        enqueueConfirmation(tx, { assignment_ids: [assignment_id], now: api.deps.now() }),
      )
    }
    await deliverDue(api.deps, { mail, sms: undefined })
    mail.close?.()
    await smtp.close()
    expect(smtp.ledger.map(({ to }) => to)).toEqual(Array(12).fill(VICTIM))
  })
})

test('an address with a dot or a plus may be another mailbox: it is counted separately', async () => {
  await attack(11)
  await api.ok(signup.signUp, {
    params: { shiftId: shifts[0]?.id ?? '' },
    body: {
      first_name: 'Eva',
      last_name: 'Berg',
      email: 'victim+eva@private.example',
      phone: '+46701234567',
    },
  })
  const mails = await deliver()
  expect(mails).toHaveLength(11)
  expect(mails.map(({ to }) => to)).toContain('victim+eva@private.example')
})

test('the history says that a message waits, and why, and what it will say', async () => {
  await attack(11)
  await deliver()
  const held = (await rows()).find(({ status }) => status === 'QUEUED')
  const org = shifts.find(({ organization_id }) => organization_id === held?.organization_id)?.organization_id
  if (!held?.person_id || !org) throw new Error('nothing is held back')
  const { person_id } = held
  const [line] = await api.deps.db.transaction(org, (tx) => listMessages(tx, { person_id, language: 'en' }))
  expect(line).toMatchObject({
    status: 'QUEUED',
    failure_reason: expect.stringContaining('waits'),
    subject: expect.stringContaining('Du är anmäld'),
    body_text: expect.stringContaining('[personal link]'),
  })
  expect(line?.body_text).not.toContain('/c/')
})

test('a worker that is killed while it holds back loses nothing and counts nothing twice', async () => {
  await attack(15)
  const { holdBackAutomatic: actual } = await vi.importActual<Digests>('./digests.ts')
  vi.mocked(holdBackAutomatic).mockImplementationOnce(async (tx, claimed) => {
    await actual(tx, claimed)
    throw new Error('killed')
  })
  await expect(deliver()).rejects.toThrow('killed')
  expect(await digests()).toEqual([])
  expect(await deliver()).toHaveLength(10)
  await passHour()
  expect((await deliver()).flatMap(linksIn)).toHaveLength(5)
  expect(await statuses()).toEqual(['SENT'])
})

test('a digest without a known outcome is UNKNOWN and sent again only on proof; so are its messages', async () => {
  await attack(13)
  await deliver()
  await passHour()
  await deliver(buildProviders({ mail: () => Promise.reject(new Error('socket hang up')) }))
  expect((await statuses()).toSorted()).toEqual(['SENT', 'UNKNOWN'])
  expect(await deliver()).toEqual([])
  const record = { kind: 'lookup', after_ms: 0, find: async () => [] } as const
  const [again] = await deliver(buildProviders({ record }))
  expect(again && linksIn(again)).toHaveLength(3)
  expect(await statuses()).toEqual(['SENT'])
})

test('a digest leaves out people taken off the shift meanwhile, and the history says so', async () => {
  await attack(13)
  await deliver()
  const held = (await rows()).filter(({ status }) => status === 'QUEUED')
  const ids = held.slice(0, 2).map(({ payload }) => String(payload['assignment_id']))
  await api.deps.db.system((tx) => tx.delete(schema.assignment).where(inArray(schema.assignment.id, ids)))
  await passHour()
  const [digest] = await deliver()
  expect(digest && linksIn(digest)).toHaveLength(1)
  const reasons = (await rows()).filter(({ status }) => status === 'FAILED').map((row) => row.failure_reason)
  expect(reasons).toEqual(['off_shift', 'off_shift'])
})

test('a digest that has nothing left to say is not sent', async () => {
  await attack(11)
  await deliver()
  await api.deps.db.system((tx) => tx.delete(schema.assignment))
  await passHour()
  expect(await deliver()).toEqual([])
  expect(await digests()).toMatchObject([{ status: 'FAILED', failure_reason: 'outdated' }])
})

test('emails of other addresses are not held back', async () => {
  await attack(30)
  const [shift] = shifts
  if (!shift) throw new Error('no shift')
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id })
  const { id: assignment_id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  await api.deps.db.transaction(shift.organization_id, (tx) =>
    enqueueConfirmation(tx, { assignment_ids: [assignment_id], now: api.deps.now() }),
  )
  expect((await deliver()).map(({ to }) => to)).toContain(person.email)
})

test('an administrator whose address is flooded still gets the link to a new password', async () => {
  await attack(15)
  await deliver()
  await api.deps.db.system(async (tx) => {
    const user = { id: newId(), email: VICTIM }
    await tx.insert(schema.appUser).values({ ...user, password_hash: 'none' })
    const payload = { one_time_token_id: newId() }
    const link = {
      id: payload.one_time_token_id,
      user_id: user.id,
      expires_at: addMs(api.deps.now(), HOUR_MS),
    }
    await insertResetToken(tx, link)
    await enqueueAccountEmail(tx, { user, language: 'en', content: { template: 'password_reset', payload } })
  })
  expect(await deliver()).toMatchObject([{ to: VICTIM, subject: 'Choose a new password' }])
})

test('addresses are not kept by name, and not for long', async () => {
  await attack(1)
  await deliver()
  const quotas = () => api.deps.db.system((tx) => tx.select().from(schema.mailQuota))
  expect(JSON.stringify(await quotas())).not.toContain('victim')
  await api.deps.db.system(sweepQuotas)
  expect(await quotas()).toHaveLength(1)
  await api.deps.db.system((tx) =>
    tx.update(schema.mailQuota).set({ updated_at: sql`now() - interval '3 days'` }),
  )
  await api.deps.db.system(sweepQuotas)
  expect(await quotas()).toEqual([])
})
