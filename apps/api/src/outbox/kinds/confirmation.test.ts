import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  hoursAfter,
} from '../../../test/planning.ts'
import { countReads } from '../../../test/recorded-statements.ts'
import * as schema from '../../db/schema.ts'
import { enqueueConfirmation, enqueueLinkAgain } from '../enqueue.ts'
import { refresh } from '../refresh.ts'

/* D28. An e-mail may wait in the outbox while the person's shifts change. */

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

async function signUp() {
  const event = await buildEvent(api.deps)
  const { organization_id } = event
  const person = await buildPerson(api.deps, { organization_id, language: 'en' })
  const ids: string[] = []
  for (const name of ['Café', 'Entrance']) {
    const role = await buildRole(api.deps, { event, name })
    const shift = await buildShift(api.deps, {
      role,
      start_dt: hoursAfter(api.deps.now(), 72 + 5 * ids.length),
    })
    ids.push((await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })).id)
  }
  const setStatus = (assignment_ids: readonly (string | undefined)[], status: 'CONFIRMED' | 'DECLINED') =>
    api.deps.db.system((tx) =>
      tx
        .update(schema.assignment)
        .set({ status })
        .where(inArray(schema.assignment.id, assignment_ids.map(String))),
    )
  const confirm = (assignment_ids: readonly (string | undefined)[]) =>
    api.deps.db.transaction(organization_id, (tx) =>
      enqueueConfirmation(tx, { assignment_ids: assignment_ids.map(String), now: api.deps.now() }),
    )
  const sendLinkAgain = (assignment_id = '') =>
    api.deps.db.transaction(organization_id, (tx) =>
      enqueueLinkAgain(tx, { assignment_id, now: api.deps.now() }),
    )
  async function receive() {
    const { providers, mails } = buildProviders()
    await deliverDue(api.deps, providers)
    return mails
  }
  const reasons = async () => {
    const rows = await api.deps.db.system((tx) =>
      tx
        .select()
        .from(schema.message)
        .where(eq(schema.message.person_id, person.id))
        .orderBy(schema.message.id),
    )
    return rows.map(({ status, failure_reason }) => failure_reason ?? status)
  }
  return { ids, setStatus, confirm, sendLinkAgain, receive, reasons }
}

test('a confirmation leaves out the shifts that were given up since', async () => {
  const { ids, setStatus, confirm, receive } = await signUp()
  await confirm(ids)
  await setStatus([ids[0]], 'DECLINED')
  const [mail, ...more] = await receive()
  expect(more).toEqual([])
  expect(mail?.subject).toMatch(/^You’re signed up: Entrance, /)
  expect(mail?.text).not.toContain('Café')
  expect(mail?.attachments).toHaveLength(1)
})

test('somebody who is not signed up any more is not told so, nor sent the link again', async () => {
  const { ids, setStatus, confirm, sendLinkAgain, receive, reasons } = await signUp()
  await confirm(ids)
  await sendLinkAgain(ids[0])
  await setStatus(ids, 'DECLINED')
  expect(await receive()).toEqual([])
  expect(await reasons()).toEqual(['off_shift', 'off_shift'])
})

test('confirmed, cancelled and confirmed again: only the newest is sent', async () => {
  const { ids, confirm, receive, reasons } = await signUp()
  await confirm([ids[0]])
  await confirm([ids[0]])
  expect(await receive()).toHaveLength(1)
  expect(await reasons()).toEqual(['superseded', 'SENT'])
})

test('of two that share a shift each has what the other has not', async () => {
  const { ids, confirm, receive } = await signUp()
  await confirm(ids)
  await confirm([ids[1]])
  const subjects = (await receive()).map(({ subject }) => subject.split(',')[0])
  expect(new Set(subjects)).toEqual(new Set(['You’re signed up: Café', 'You’re signed up: Entrance']))
})

test('each later message of the person is read once for all confirmations of a claim', async () => {
  const [confirmations, later] = [30, 300]
  const event = await buildEvent(api.deps)
  const { organization_id } = event
  const role = await buildRole(api.deps, { event })
  const person = await buildPerson(api.deps, { organization_id })
  for (let n = 0; n < confirmations; n++) {
    const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), 72 + 5 * n) })
    const { id } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
    await api.deps.db.transaction(organization_id, (tx) =>
      enqueueConfirmation(tx, { assignment_ids: [id], now: api.deps.now() }),
    )
  }
  const isTheirs = eq(schema.message.person_id, person.id)
  const rows = await api.deps.db.system((tx) => tx.select().from(schema.message).where(isTheirs))
  await api.deps.db.system((tx) =>
    tx.execute(sql`
      insert into message (organization_id, id, person_id, channel, template, payload, language, address, status)
      select ${organization_id}, gen_random_uuid(), ${person.id}, 'EMAIL', 'shift_changed', '{}', 'en', '', 'SENT'
      from generate_series(1, ${later})`),
  )
  const [reads] = await countReads(async () => {
    const { ended } = await api.deps.db.system((tx) => refresh(tx, rows, api.deps.now()))
    expect(ended.size).toBe(0)
  })
  expect(reads).toBeLessThan(2 * (confirmations + later))
})
