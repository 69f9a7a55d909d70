import { personalPage } from '@muster/contract/personal-page'
import { waitingList } from '@muster/contract/waiting-list'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../test/outbox.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  buildWaiting,
  hoursAfter,
} from '../../test/planning.ts'
import * as schema from '../db/schema.ts'
import { pauseOrganization, resumeOrganization } from '../features/organizations/pause-organization.ts'
import { deleteOldEmailChanges } from '../features/people/delete-old-email-changes.ts'
import { serveWaitingLists } from '../features/waiting-list/serve-waiting-lists.ts'
import { signId } from '../signing/signed-id.ts'
import { resumePaused } from './resume-organization.ts'

/* O1: the state that a pause leaves behind. */

const NOW = '2026-06-01T08:00:00.000Z'
const REASON = 'Many reports of spam. Write to support@example.org.'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp()
})
beforeEach(async () => {
  api.setNow(NOW)
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

const pause = () => pauseOrganization(api.deps, { organization_id: owner.organization_id, reason: REASON })
const resume = () => resumePaused(api.deps, owner.organization_id)
const later = (hours: number) => api.setNow(hoursAfter(NOW, hours))

async function deliver() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails
}

async function buildOpenRole() {
  const event = await buildEvent(api.deps, { organization_id: owner.organization_id })
  return buildRole(api.deps, { event })
}

const buildOnShift = async (hours: number) => {
  const role = await buildOpenRole()
  const [start_dt, end_dt] = [hoursAfter(NOW, hours), hoursAfter(NOW, hours + 2)]
  const shift = await buildShift(api.deps, { role, start_dt, end_dt })
  const person = await buildPerson(api.deps, { organization_id: owner.organization_id })
  await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  const move = async (hours_more: number) => {
    const [start, end] = [hoursAfter(start_dt, hours_more), hoursAfter(end_dt, hours_more)]
    const answer = await api.inject({
      method: 'PUT',
      url: `/admin/shifts/${shift.id}`,
      headers: owner.headers,
      payload: { start_dt: start, end_dt: end },
    })
    expect(answer.statusCode).toBe(200)
  }
  return { shift, person, move }
}

const messagesOf = ({ id }: { id: string }) =>
  api.deps.db.system((tx) =>
    tx
      .select({ status: schema.message.status, reason: schema.message.failure_reason })
      .from(schema.message)
      .where(eq(schema.message.person_id, id)),
  )

describe('notices', () => {
  test('about shifts that are over do not leave; the organiser reads why', async () => {
    const [over, coming] = [await buildOnShift(20), await buildOnShift(20)]
    await over.move(1)
    await coming.move(200)
    await pause()
    later(48)
    await resume()
    const mails = await deliver()
    expect(mails.map(({ to }) => to)).toContain(coming.person.email)
    expect(mails.map(({ to }) => to)).not.toContain(over.person.email)
    expect(await messagesOf(over.person)).toEqual([{ status: 'FAILED', reason: 'shift_over' }])
    api.setNow(NOW)
    const shown = await api.inject({
      url: `/admin/people/${over.person.id}/messages`,
      headers: { ...owner.headers, 'accept-language': 'en' },
    })
    expect(shown.json()).toMatchObject([
      { status: 'FAILED', failure_reason: 'The shift was over before this could be sent.' },
    ])
  })

  test('of a shift that was moved into the past leave while the time that was told is ahead', async () => {
    const moved = await buildOnShift(60)
    await moved.move(-50)
    await pause()
    later(48)
    await resume()
    expect((await deliver()).map(({ to }) => to)).toContain(moved.person.email)
  })
})

const deliverNotices = async () =>
  (await deliver()).filter(({ text }) => text.includes(owner.organization_id))

describe('members', () => {
  test('owners and administrators are told in their language, with the reason', async () => {
    const admin = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
    await buildMember(api, { organization_id: owner.organization_id, role: 'viewer' })
    await api.deps.db.system(async (tx) => {
      await tx.update(schema.appUser).set({ language: 'en' }).where(eq(schema.appUser.id, admin.user_id))
      await tx.update(schema.appUser).set({ language: 'sv' }).where(eq(schema.appUser.id, owner.user_id))
    })
    await pause()
    const about_pause = await deliverNotices()
    expect(new Set(about_pause.map(({ to }) => to))).toEqual(new Set([owner.email, admin.email]))
    for (const { to, subject, text } of about_pause) {
      expect(subject).toContain(to === owner.email ? 'är pausad' : 'is paused')
      expect(text).toContain(REASON)
    }
    await resume()
    const about_end = await deliverNotices()
    expect(new Set(about_end.map(({ to }) => to))).toEqual(new Set([owner.email, admin.email]))
    expect(await resume()).toBe(false)
    expect(await deliverNotices()).toEqual([])
  })

  test('whose account is disabled are not told', async () => {
    const admin = await buildMember(api, { organization_id: owner.organization_id, role: 'admin' })
    await api.deps.db.system((tx) =>
      tx.update(schema.appUser).set({ disabled_at: NOW }).where(eq(schema.appUser.id, admin.user_id)),
    )
    await pause()
    expect((await deliverNotices()).map(({ to }) => to)).toEqual([owner.email])
  })
})

const buildOffered = async () => {
  const role = await buildOpenRole()
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 240), required_qty: 1 })
  const person = await buildPerson(api.deps, { organization_id: owner.organization_id })
  const { id, round } = await buildWaiting(api.deps, { shift, person })
  expect(await serveWaitingLists(api.deps)).toBe(1)
  const token = signId(api.deps.keys, { purpose: 'waiting', id, round })
  const take = () => api.ok(waitingList.changeWaitingPlace, { params: { token }, body: { status: 'TAKEN' } })
  const show = () => api.ok(waitingList.getWaitingPlace, { params: { token } })
  return { shift, person, take, show }
}

describe('an offer of a place', () => {
  test('whose e-mail waited gets its whole time again, and can be taken', async () => {
    const { person, show, take } = await buildOffered()
    await pause()
    later(48)
    await resume()
    await serveWaitingLists(api.deps)
    const mails = (await deliver()).filter(({ to }) => to === person.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('22:00')
    expect(await show()).toMatchObject({ status: 'OFFERED', offer_expires_at: hoursAfter(NOW, 60) })
    expect(await take()).toMatchObject({ status: 'TAKEN' })
  })

  test('negative control: without the renewal it lapses before anybody saw it', async () => {
    const { person, show } = await buildOffered()
    await pause()
    later(48)
    await resumeOrganization(api.deps, owner.organization_id)
    await serveWaitingLists(api.deps)
    const subjects = (await deliver()).flatMap(({ to, subject }) => (to === person.email ? [subject] : []))
    expect(subjects).toEqual([expect.stringMatching(/^Erbjudandet om en plats har gått ut/)])
    expect(await show()).toMatchObject({ status: 'LAPSED' })
  })

  test('of a place that went before the pause is withdrawn unseen', async () => {
    const { shift, person, show } = await buildOffered()
    const other = await buildPerson(api.deps, { organization_id: owner.organization_id })
    await buildAssignment(api.deps, { shift, person: other, status: 'CONFIRMED' })
    await pause()
    later(48)
    await resume()
    expect((await deliver()).filter(({ to }) => to === person.email)).toEqual([])
    expect(await show()).toMatchObject({ status: 'WAITING', is_offer_withdrawn: false })
  })

  test('that the person was told of before the pause keeps its end', async () => {
    const { show } = await buildOffered()
    await deliver()
    await pause()
    later(6)
    await resume()
    expect(await show()).toMatchObject({ status: 'OFFERED', offer_expires_at: hoursAfter(NOW, 12) })
  })

  test('of an organisation that is not paused keeps its end', async () => {
    const { show } = await buildOffered()
    later(6)
    expect(await resume()).toBe(false)
    expect(await show()).toMatchObject({ offer_expires_at: hoursAfter(NOW, 12) })
  })
})

const linkIn = (text: string | undefined, path: string) =>
  new RegExp(`http://localhost:3000(/${path}/[\\w-]{43})`).exec(text ?? '')?.[1] ?? ''
const press = (url: string) => api.inject({ method: 'POST', url, payload: '' })

/** Builds a person for whom another e-mail address was requested by the personal link. */
const buildAsked = async () => {
  const role = await buildOpenRole()
  const shift = await buildShift(api.deps, { role, start_dt: hoursAfter(NOW, 2400) })
  const person = await buildPerson(api.deps, { organization_id: owner.organization_id, language: 'en' })
  const { id, round } = await buildAssignment(api.deps, { shift, person, status: 'CONFIRMED' })
  const token = signId(api.deps.keys, { purpose: 'personal_link', id, round })
  const email = `stranger-of-${person.email}`
  await api.ok(personalPage.changeEmail, { params: { token }, body: { email } })
  const mailbox = (await deliver()).find(({ to }) => to === person.email)
  await press(linkIn(mailbox?.text, 'confirm-details'))
  const asked = (await deliver()).find(({ to }) => to === email)
  const emailOf = async () => {
    const rows = await api.deps.db.system((tx) =>
      tx.select().from(schema.person).where(eq(schema.person.id, person.id)),
    )
    return rows[0]?.email
  }
  const readNotified = async () => (await deliver()).find(({ to }) => to === person.email)?.text
  return { person, email, emailOf, readNotified, confirm: () => press(linkIn(asked?.text, 'confirm-email')) }
}

describe('a changed e-mail address', () => {
  test('of which the former one was not told can be taken back for seven days from then', async () => {
    const { person, emailOf, readNotified, confirm } = await buildAsked()
    await pause()
    await confirm()
    later(40 * 24)
    await api.deps.db.system((tx) => deleteOldEmailChanges(tx, api.deps.now()))
    expect(await readNotified()).toBeUndefined()
    await resume()
    const text = await readNotified()
    const undo = linkIn(text, 'undo-email')
    expect(text).toContain('18 Jul')
    later(47 * 24 - 1)
    await api.deps.db.system((tx) => deleteOldEmailChanges(tx, api.deps.now()))
    expect((await api.inject(undo)).body).toContain('18 Jul')
    await press(undo)
    expect(await emailOf()).toBe(person.email)
  })

  test('negative control: without the renewal the link is dead when it comes', async () => {
    const { email, emailOf, readNotified, confirm } = await buildAsked()
    await pause()
    await confirm()
    later(8 * 24)
    await resumeOrganization(api.deps, owner.organization_id)
    await press(linkIn(await readNotified(), 'undo-email'))
    expect(await emailOf()).toBe(email)
  })

  test('of which the former one was told before the pause keeps its end', async () => {
    const { email, emailOf, readNotified, confirm } = await buildAsked()
    await confirm()
    const undo = linkIn(await readNotified(), 'undo-email')
    await pause()
    later(7 * 24)
    await resume()
    await press(undo)
    expect(await emailOf()).toBe(email)
  })
})
