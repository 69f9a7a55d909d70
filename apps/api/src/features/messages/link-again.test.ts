import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import * as schema from '../../db/schema.ts'
import { enqueueLinkAgain } from '../../outbox/enqueue.ts'
import { signId } from '../../signing/signed-id.ts'

/* D13: a repeated sign-up sends the link again, at most once a day. */

let api: TestApp
let assignment: AssignmentRow
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())
beforeEach(async () => {
  const event = await buildEvent(api.deps, { notes: 'Ta med\nvatten' })
  const shift = await buildShift(api.deps, { role: await buildRole(api.deps, { event }) })
  const person = await buildPerson(api.deps, { organization_id: shift.organization_id, language: 'en' })
  assignment = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED', round: 3 })
})

const enqueue = (now: string, { id, organization_id } = assignment) =>
  api.deps.db.transaction(organization_id, (tx) => enqueueLinkAgain(tx, { assignment_id: id, now }))
const sent = () =>
  api.deps.db.system((tx) =>
    tx.select().from(schema.message).where(eq(schema.message.person_id, assignment.person_id)),
  )

test('has the current link, the shift, and the reason', async () => {
  await enqueue('2026-06-20T08:00:00.000Z')
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  const [mail] = mails
  const token = signId(api.deps.keys, { purpose: 'personal_link', id: assignment.id, round: 3 })
  expect(mail?.subject).toMatch(/^Your link: Kafé/)
  expect(mail?.text).toContain(`http://localhost:3000/c/${token}\n`)
  expect(mail?.text).toContain('filled in once more')
  expect(mail?.text).toContain('Ta med\nvatten')
  expect(mail?.text).toMatch(/Wasn’t it you\?.*http:\/\/localhost:3000\/not-me\/[\w-]{43}/)
  expect(mail?.attachments).toHaveLength(1)
  const [row] = await sent()
  expect(row).toMatchObject({
    status: 'SENT',
    template: 'link_again',
    language: 'en',
    subject: mail?.subject,
  })
  expect(row?.body_text).toContain('[personal link]')
  expect(JSON.stringify(row)).not.toMatch(/\/(c|not-me)\/[\w-]{43}/)
})

test('twenty times at once is one e-mail; tomorrow there is another', async () => {
  await Promise.all(Array.from({ length: 20 }, () => enqueue('2026-06-20T00:00:00.000Z')))
  await enqueue('2026-06-20T23:59:59.999Z')
  expect(await sent()).toHaveLength(1)
  await enqueue('2026-06-21T00:00:00.000Z')
  expect(await sent()).toHaveLength(2)
})

test('negative control: without the index every one of them is an e-mail', async () => {
  const bare = await buildTestApp()
  const other = await buildAssignment(bare.deps, { status: 'CONFIRMED' })
  await bare.deps.db.pool.query('begin read write; drop index message_link_again_once_a_day; commit')
  for (let n = 0; n < 3; n++) {
    await bare.deps.db.transaction(other.organization_id, (tx) =>
      enqueueLinkAgain(tx, { assignment_id: other.id, now: '2026-06-20T08:00:00.000Z' }),
    )
  }
  expect(await bare.deps.db.system((tx) => tx.$count(schema.message))).toBe(3)
  await bare.close()
})

test('once per shift: another shift of the same day has its own', async () => {
  const now = '2026-06-20T08:00:00.000Z'
  const person = await api.deps.db.system(async (tx) => {
    const [found] = await tx.select().from(schema.person).where(eq(schema.person.id, assignment.person_id))
    return found
  })
  if (!person) throw new Error('no person')
  const { organization_id } = assignment
  const second = await buildAssignment(api.deps, {
    shift: await buildShift(api.deps, { organization_id }),
    person: { ...person, organization_id },
    status: 'CONFIRMED',
  })
  await enqueue(now)
  await enqueue(now, second)
  expect(await sent()).toHaveLength(2)
})

test('deleted assignments and those of another organisation send nothing', async () => {
  const now = api.deps.now()
  await enqueue(now, { ...assignment, id: newId() })
  const other = await buildAssignment(api.deps, { status: 'CONFIRMED' })
  await enqueue(now, { ...other, organization_id: assignment.organization_id })
  expect(await sent()).toEqual([])
})
