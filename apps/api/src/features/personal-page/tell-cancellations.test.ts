import { personalPage } from '@muster/contract/personal-page'
import type { AdministratorNotices } from '@muster/contract/rules/administrator-notices'
import { addMs } from '@muster/contract/rules/instants'
import { signup } from '@muster/contract/signup'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { buildAssignment, buildPerson, buildShift, hoursAfter } from '../../../test/planning.ts'
import * as schema from '../../db/schema.ts'
import { sweepErasedMessages } from '../../outbox/erase-messages.ts'
import { signId } from '../../signing/signed-id.ts'
import { updateDisabledAt } from '../session/account-queries.ts'
import { tellCancellations } from './tell-cancellations.ts'

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => api.close())

const choose = (notices: AdministratorNotices) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.membership)
      .set({ cancellation_notices: notices, created_at: hoursAfter(NOW, -1) })
      .where(
        and(
          eq(schema.membership.organization_id, admin.organization_id),
          eq(schema.membership.user_id, admin.user_id),
        ),
      ),
  )
const tokenOf = (id: string) => signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
const change = (id: string, body: { status: 'CONFIRMED' | 'DECLINED'; reason?: string }) =>
  api.ok(personalPage.changeAnswer, { params: { token: tokenOf(id) }, body })

async function cancelOne(reason?: string, hours = 72) {
  const { organization_id } = admin
  const shift = await buildShift(api.deps, {
    organization_id,
    start_dt: hoursAfter(NOW, hours),
    required_qty: 2,
  })
  const person = await buildPerson(api.deps, { organization_id, first_name: 'Åsa', last_name: 'Öberg' })
  const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', note: 'canary' })
  await change(id, { status: 'DECLINED', ...(reason !== undefined && { reason }) })
  return { id, person }
}

async function receive() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
    .filter(({ to }) => to === admin.email)
    .map(({ subject, text, html }) => ({ subject, text, html }))
}

const later = (seconds: number) => api.setNow(addMs(NOW, seconds * 1_000))

test('tells of a place that “Wasn’t it you?” freed, also after the time for cancelling', async () => {
  await choose('each')
  const shift = await buildShift(api.deps, {
    organization_id: admin.organization_id,
    start_dt: hoursAfter(NOW, 2),
  })
  const email = 'wasnt-me@volunteer.example'
  await api.ok(signup.signUp, {
    params: { shiftId: shift.id },
    body: { first_name: 'Åsa', last_name: 'Öberg', email, phone: '+46701234567' },
  })
  const [message] = await api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.address, email)),
  )
  const token = signId(api.deps.keys, { purpose: 'not_me', id: message?.id ?? '', round: 1 })
  await api.inject({ method: 'POST', url: `/not-me/${token}` })
  later(60)
  await tellCancellations(api.deps, 'each')
  expect(await receive()).toMatchObject([{ subject: expect.stringMatching(/^Åsa Öberg can’t come: Kafé/) }])
})

test('tells once who cannot come, why, and what is missing, after the time for an undo', async () => {
  await choose('each')
  await cancelOne('A cold')
  later(59)
  expect(await tellCancellations(api.deps, 'each')).toBe(0)
  later(60)
  await Promise.all(Array.from({ length: 4 }, () => tellCancellations(api.deps, 'each')))
  const [mail, ...more] = await receive()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Åsa Öberg can’t come: Kafé, Thu 4 Jun /)
  expect(mail?.text).toContain('The reason: A cold')
  expect(mail?.text).not.toContain('canary')
  expect(mail?.text).toContain('The shift is now missing 2 people.')
  expect(mail?.text).toContain(`/?org=${admin.organization_id}`)
  expect(await tellCancellations(api.deps, 'each')).toBe(0)
})

test.each(['removed', 'a viewer', 'disabled'])(
  'a member who is %s before the e-mail leaves gets none',
  async (now) => {
    await choose('each')
    await cancelOne('A cold')
    later(60)
    expect(await tellCancellations(api.deps, 'each')).toBe(1)
    const { organization_id, user_id } = admin
    await api.deps.db.system(async (tx) => {
      const own = and(
        eq(schema.membership.organization_id, organization_id),
        eq(schema.membership.user_id, user_id),
      )
      if (now === 'removed') await tx.delete(schema.membership).where(own)
      if (now === 'a viewer') await tx.update(schema.membership).set({ role: 'viewer' }).where(own)
      if (now === 'disabled') await updateDisabledAt(tx, user_id, NOW)
    })
    expect(await receive()).toEqual([])
  },
)

test('a worker that stops leaves the others to the next', async () => {
  await choose('each')
  await cancelOne()
  later(60)
  expect(await tellCancellations(api.deps, 'each', AbortSignal.abort())).toBe(0)
  expect(await tellCancellations(api.deps, 'each')).toBe(1)
})

test('a member who cannot be told keeps nobody from it, and is told in the next run', async () => {
  await choose('each')
  const one = admin
  await cancelOne()
  admin = await buildAdministrator(api)
  await choose('each')
  await cancelOne()
  later(60)
  const { db } = api.deps
  let calls = 0
  // The first transaction lists the members; the error comes in the second, when the e-mail to one of them is stored.
  const system: typeof db.system = (work) =>
    ++calls === 2
      ? db.system(async (tx) => {
          await work(tx)
          throw new Error('no connection')
        })
      : db.system(work)
  const other = admin
  const mailsOfBoth = async () => {
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    return mails.filter(({ to }) => [one.email, other.email].includes(to)).map(({ to }) => to)
  }
  await expect(tellCancellations({ ...api.deps, db: { ...db, system } }, 'each')).rejects.toThrow('1 members')
  const first = await mailsOfBoth()
  expect(first).toHaveLength(1)
  expect(await tellCancellations(api.deps, 'each')).toBe(1)
  expect([...first, ...(await mailsOfBoth())].toSorted()).toEqual([one.email, other.email].toSorted())
})

test('the first notice after a time without has nothing of that time', async () => {
  await choose('none')
  await cancelOne()
  api.setNow(hoursAfter(NOW, 49))
  await choose('each')
  await cancelOne('Flu', 120)
  api.setNow(hoursAfter(NOW, 49.1))
  await tellCancellations(api.deps, 'each')
  const [mail, ...more] = await receive()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^Åsa Öberg can’t come/)
  expect(mail?.text).toContain('Flu')
})

test('daily notices come once a day, although a nightly job that fails is repeated', async () => {
  await choose('daily')
  await cancelOne()
  later(60)
  expect(await tellCancellations(api.deps, 'daily')).toBe(1)
  await cancelOne()
  api.setNow(hoursAfter(NOW, 0.5))
  expect(await tellCancellations(api.deps, 'daily')).toBe(0)
  api.setNow(hoursAfter(NOW, 24))
  expect(await tellCancellations(api.deps, 'daily')).toBe(1)
})

test('several are one e-mail', async () => {
  await choose('each')
  await cancelOne()
  await cancelOne()
  later(60)
  await tellCancellations(api.deps, 'each')
  expect(await receive()).toMatchObject([{ subject: expect.stringMatching(/^2 places were given up/) }])
})

test('names a hundred, of every shift the first, and counts the others', async () => {
  await choose('daily')
  const { organization_id } = admin
  await cancelOne('Begun', 25)
  const flooded = await buildShift(api.deps, { organization_id, start_dt: hoursAfter(NOW, 40) })
  const cancelled_at = hoursAfter(NOW, 1)
  for (let person = 0; person < 105; person++) {
    const cancelled = { status: 'DECLINED', cancelled_at, cancel_reason: 'Flood' } as const
    await buildAssignment(api.deps, { shift: flooded, ...cancelled })
  }
  await cancelOne('Real', 90)
  later(26 * 3_600)
  for (const [language, more] of [
    ['en', '7 more are not named here. Open the shifts: '],
    ['sv', '7 till är inte med här. Öppna passen: '],
  ] as const) {
    await api.deps.db.system((tx) =>
      tx
        .update(schema.membership)
        .set({ cancellations_told_at: null })
        .where(eq(schema.membership.user_id, admin.user_id)),
    )
    await api.deps.db.system((tx) =>
      tx.update(schema.appUser).set({ language }).where(eq(schema.appUser.id, admin.user_id)),
    )
    await tellCancellations(api.deps, 'daily')
    const [mail] = await receive()
    expect(mail?.subject).toMatch(/^107 /)
    expect(mail?.text).toContain(more)
    expect(mail?.html).toContain(more.slice(0, 10))
    expect(mail?.text.match(/: (Flood|Real|Begun)$/gm)?.map((reason) => reason.slice(2))).toEqual([
      ...Array(99).fill('Flood'),
      'Real',
    ])
  }
})

test('of a shift that has begun it is not said what is missing', async () => {
  await choose('daily')
  await cancelOne('A cold', 30)
  later(30 * 3_600)
  await tellCancellations(api.deps, 'daily')
  const [mail] = await receive()
  expect(mail?.subject).toMatch(/^Åsa Öberg can’t come: Kafé, /)
  expect(mail?.text).toContain('The reason: A cold')
  expect(mail?.text).not.toContain('missing')
})

test('a disabled account is told nothing', async () => {
  await choose('each')
  await cancelOne()
  later(60)
  await api.deps.db.system((tx) => updateDisabledAt(tx, admin.user_id, api.deps.now()))
  expect(await tellCancellations(api.deps, 'each')).toBe(0)
  // Negative control
  await api.deps.db.system((tx) => updateDisabledAt(tx, admin.user_id, null))
  expect(await tellCancellations(api.deps, 'each')).toBe(1)
})

test('what was undone is not told', async () => {
  await choose('each')
  const { id } = await cancelOne()
  await change(id, { status: 'CONFIRMED' })
  later(60)
  await tellCancellations(api.deps, 'each')
  expect(await receive()).toEqual([])
})

describe.each(['none', 'each', 'daily'] as const)('an administrator who chose %s', (notices) => {
  test.each(['each', 'daily'] as const)('at the turn of %s', async (turn) => {
    await choose(notices)
    await cancelOne()
    later(60)
    await tellCancellations(api.deps, turn)
    expect(await receive()).toHaveLength(notices === turn ? 1 : 0)
  })
})

test('the names are erased once the e-mail is sent', async () => {
  await choose('each')
  await cancelOne()
  later(60)
  await tellCancellations(api.deps, 'each')
  const read = () =>
    api.deps.db.system((tx) =>
      tx
        .select({ payload: schema.accountMessage.payload })
        .from(schema.accountMessage)
        .where(eq(schema.accountMessage.user_id, admin.user_id)),
    )
  await api.deps.db.system(sweepErasedMessages)
  expect(JSON.stringify(await read())).toContain('Öberg')
  await receive()
  await api.deps.db.system(sweepErasedMessages)
  expect(await read()).toEqual([{ payload: {} }])
})

const answer = async (text: string, changes: { is_unread?: boolean; first_name?: string } = {}) => {
  const { first_name = 'Åsa', is_unread = true } = changes
  const { organization_id } = admin
  const { id } = await buildPerson(api.deps, { organization_id, first_name, last_name: 'Öberg' })
  await api.deps.db.system((tx) =>
    tx.insert(schema.message).values({
      organization_id,
      id: crypto.randomUUID(),
      person_id: id,
      direction: 'INBOUND',
      channel: 'SMS',
      template: 'inbound',
      payload: {},
      language: '',
      body_text: text,
      address: '+46701740605',
      status: 'DELIVERED',
      is_unread,
      created_at: NOW,
    }),
  )
}

describe('answers by SMS', () => {
  test('are told like cancellations, each once', async () => {
    await choose('each')
    await answer('Nej, kan inte')
    later(61)
    expect(await tellCancellations(api.deps, 'each')).toBe(1)
    const [mail, ...more] = await receive()
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Åsa Öberg has answered by SMS')
    expect(mail?.text).toContain('Åsa Öberg: “Nej, kan inte”')
    later(200)
    expect(await tellCancellations(api.deps, 'each')).toBe(0)
  })

  test('not when they were read meanwhile, or nobody wants to hear', async () => {
    await choose('each')
    await answer('Nej', { is_unread: false })
    later(61)
    expect(await tellCancellations(api.deps, 'each')).toBe(0)
    api.setNow(NOW)
    await choose('none')
    await answer('Nej')
    later(61)
    expect(await tellCancellations(api.deps, 'each')).toBe(0)
  })

  test('a name that a stranger typed says nothing', async () => {
    await choose('each')
    await answer('Vinn på evil.example/x', { first_name: 'Claim 500€ at evil.example/x' })
    later(61)
    await tellCancellations(api.deps, 'each')
    const [mail] = await receive()
    expect(mail?.subject).toBe('C. a. has answered by SMS')
    for (const part of [mail?.subject, mail?.text, mail?.html]) expect(part).not.toContain('evil.example')
  })
})

describe('a shift that falls below its number within 48 hours (D57)', () => {
  test.each([
    { hours: 47, notices: 'daily', told: 1 },
    { hours: 49, notices: 'daily', told: 0 },
    { hours: 47, notices: 'none', told: 0 },
  ] as const)('in $hours hours, to who wants $notices: $told at once', async ({ hours, notices, told }) => {
    await choose(notices)
    await cancelOne('A cold', hours)
    later(60)
    expect(await tellCancellations(api.deps, 'each')).toBe(told)
    expect(await tellCancellations(api.deps, 'each')).toBe(0)
  })

  test('is not meant where enough people stay', async () => {
    await choose('daily')
    const shift = await buildShift(api.deps, {
      organization_id: admin.organization_id,
      start_dt: hoursAfter(NOW, 47),
      required_qty: 1,
    })
    const [one] = [
      await buildAssignment(api.deps, { shift, status: 'CONFIRMED' }),
      await buildAssignment(api.deps, { shift, status: 'CONFIRMED' }),
    ]
    await change(one.id, { status: 'DECLINED' })
    later(60)
    expect(await tellCancellations(api.deps, 'each')).toBe(0)
  })
})
