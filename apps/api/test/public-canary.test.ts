import { contract } from '@muster/contract/contract'
import type { AppRoute } from '@ts-rest/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/db/ids.ts'
import * as schema from '../src/db/schema.ts'
import { signId } from '../src/signing/signed-id.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { endpoints, nameOf, requestOf } from './calls.ts'
import { buildAdministrator } from './organizations.ts'
import {
  type AssignmentRow,
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRequest,
  buildRole,
  buildShift,
  hoursAfter,
  type PersonRow,
  type ShiftRow,
} from './planning.ts'

/* D22 for every caller and every status. `live/event-topic.test.ts` tests live frames. */

const CANARY = 'canary'
/** Digits in every formatting of the number. */
const DIGITS = '701740605'

type Festival = {
  shift: ShiftRow
  full: ShiftRow
  over: ShiftRow
  person: PersonRow
  links: AssignmentRow[]
  /** Links of another person, and her own link at another event. */
  strange_links: AssignmentRow[]
}
type Answer = { name: string; status: number; text: string }

let api: TestApp
let festival: Festival
let answers: Answer[]
beforeAll(async () => {
  api = await buildTestApp()
  // The clock is stopped: limits start again every hour, and one of them must be reached.
  api.setNow(new Date().toISOString())
  festival = await buildFestival()
  answers = await askEverything(festival)
})
afterAll(() => api.close())

/** Åsa is confirmed here and invited there, with her last name as an initial. */
async function buildFestival(): Promise<Festival> {
  const { organization_id } = await buildAdministrator(api, {
    email: `${CANARY}@muster.example`,
    // D41: public, unlike the address of the account.
    contact_email: 'kansli@muster.example',
  })
  const event = await buildEvent(api.deps, { organization_id, public_names: 'initial', certificates: true })
  const role = await buildRole(api.deps, { event })
  const at = (hours: number, changes = {}) =>
    buildShift(api.deps, { role, start_dt: hoursAfter(api.deps.now(), hours), ...changes })
  const shift = await at(72)
  const full = await at(80, { required_qty: 1 })
  const over = await at(-10)
  const person = await buildPerson(api.deps, {
    organization_id,
    last_name: `Ö${CANARY}`,
    email: `${CANARY}@volunteer.example`,
    phone: `+46${DIGITS}`,
    notes: CANARY,
    child_team: CANARY,
  })
  const hers = {
    person,
    cancel_reason: CANARY,
    note: CANARY,
    other_phone: `+46${DIGITS}`,
    calendar_uid: `uid-${newId()}`,
  }
  const elsewhere = await buildRole(api.deps, { event: await buildEvent(api.deps, { organization_id }) })
  const strange_links = [
    await buildAssignment(api.deps, { shift: full, status: 'CONFIRMED' }),
    await buildAssignment(api.deps, { ...hers, shift: await buildShift(api.deps, { role: elsewhere }) }),
  ]
  const links = [
    await buildAssignment(api.deps, { ...hers, shift, status: 'CONFIRMED' }),
    await buildAssignment(api.deps, { ...hers, shift: await at(90) }),
    await buildAssignment(api.deps, { ...hers, shift: await at(94), token_expires_at: api.deps.now() }),
    await buildAssignment(api.deps, { ...hers, shift: over, status: 'ABSENT' }),
  ]
  await api.deps.db.system((tx) =>
    tx.insert(schema.answer).values({
      organization_id,
      id: newId(),
      event_id: event.id,
      person_id: person.id,
      question_id: newId(),
      kind: 'text',
      label: CANARY,
      delete_after_event: false,
      value: CANARY,
      created_at: api.deps.now(),
    }),
  )
  await api.deps.db.system((tx) =>
    tx.insert(schema.suppression).values({
      organization_id,
      channel: 'EMAIL',
      address: person.email,
      reason: CANARY,
    }),
  )
  return { shift, full, over, person, links, strange_links }
}

async function askEverything({ shift, full, over, person, links }: Festival): Promise<Answer[]> {
  const { first_name, last_name, email } = person
  const phone = '+46701234567'
  const asHerself = { first_name, last_name, email, phone, note: CANARY }
  const asSomebody = { first_name: 'Ida', last_name: 'Lind', email: 'ida@volunteer.example', phone }
  const { signup, events, invitations, members, waitingList, requests, swap, correction, direct } = contract

  const found: Answer[] = []
  const ask = async (route: AppRoute, params: Record<string, string>, payload?: Record<string, unknown>) => {
    const input = payload && { [route.method === 'GET' ? 'query' : 'payload']: payload }
    const answer = await api.inject({ ...requestOf(route, { params }), ...input })
    const text = `${answer.body}\n${JSON.stringify(answer.headers)}`
    found.push({ name: `${route.method} ${route.path}`, status: answer.statusCode, text })
    return answer
  }

  for (const shiftId of [shift.id, full.id, over.id, newId()]) {
    for (const body of [asHerself, asSomebody, { ...asHerself, phone: 'x' }]) {
      const { statusCode, ...answer } = await ask(signup.signUp, { shiftId }, body)
      if (statusCode !== 201) continue
      const { pathname } = new URL(answer.json<{ calendar_url: string }>().calendar_url)
      await ask(signup.getSignupCalendar, { file: pathname.split('/').at(-1) ?? '' })
    }
  }
  for (const body of [asHerself, asSomebody, { ...asHerself, phone: 'x' }]) {
    const shift_ids = [shift.id, full.id, over.id, newId()]
    await ask(signup.signUpForSeveral, { eventId: shift.event_id }, { shift_ids, ...body })
  }
  for (const shiftId of [shift.id, full.id, over.id, newId()])
    for (const { note: _note, ...body } of [asHerself, { note: '', ...asSomebody }])
      await ask(waitingList.joinWaitingList, { shiftId }, body)
  const waiting = await api.deps.db.system((tx) => tx.select({ id: schema.waiting.id }).from(schema.waiting))
  for (const id of [...waiting.map((each) => each.id), newId()]) {
    const token = signId(api.deps.keys, { purpose: 'waiting', id, round: 1 })
    await ask(waitingList.getWaitingPlace, { token })
    for (const status of ['TAKEN', 'LEFT', 'WAITING', email])
      await ask(waitingList.changeWaitingPlace, { token }, { status })
  }
  const asked = await buildRequest(api.deps, { shift, ...asHerself })
  for (const id of [asked.form_id, newId()]) {
    const token = signId(api.deps.keys, { purpose: 'request', id, round: 1 })
    await ask(requests.getOwnRequest, { token })
    await ask(requests.withdrawRequest, { token })
  }
  await ask(signup.getSignupCalendar, { file: 'x.ics' })
  await ask(members.getMemberInvitation, { token: 'x' })
  await ask(members.joinWithNewAccount, { token: 'x' }, { password: 'three blue bikes' })
  for (const eventId of [shift.event_id, newId()]) {
    await ask(events.getPublicEvent, { eventId })
    for (const address of [email, 'x']) await ask(signup.askForOpeningMail, { eventId }, { email: address })
    const columns = 'id,event_id,role_id,start_dt,end_dt,required_qty,role(id,event_id)'
    await ask(direct.readShifts, {}, { select: columns, event_id: `eq.${eventId}` })
  }
  for (const { id } of [...links, person]) {
    for (const select of ['id,first_name,last_name', 'email', '*'])
      await ask(direct.readPerson, {}, { select, id: `eq.${id}` })
  }
  for (const address of [email, 'ida@volunteer.example'])
    await ask(invitations.sendLinks, {}, { email: address })
  for (const token of [...links.map(tokenOf), 'x'.repeat(43)]) {
    await ask(invitations.getAssignment, { token })
    await ask(invitations.getOrganizer, { token })
    await ask(invitations.getCertificate, { token })
    await ask(invitations.getAssignmentCalendar, { token })
    await ask(invitations.getCalendarFeed, { token })
    await ask(invitations.renewCalendarFeed, { token })
    const file = /feed\/([^"]+)/.exec(found.at(-1)?.text ?? '')?.[1] ?? 'x.ics'
    await ask(invitations.readCalendarFeed, { file })
    await ask(invitations.sendCalendarFeed, { token })
    await ask(invitations.answerInvitation, { token }, { confirm: true })
    await ask(invitations.answerInvitation, { token }, { confirm: false })
    await ask(invitations.answerInvitation, { token }, { confirm: email })
    await ask(invitations.changeAnswer, { token }, { status: 'DECLINED', reason: CANARY })
    await ask(invitations.changeAnswer, { token }, { status: 'CONFIRMED' })
    for (const stop of [true, email, false]) await ask(invitations.stopMessages, { token }, { stop })
    for (const on of [false, email, true]) await ask(invitations.setReminders, { token }, { on })
    await ask(invitations.getDetails, { token })
    for (const typed of [email, 'ida@volunteer.example', 'x', null])
      await ask(invitations.changeEmail, { token }, { email: typed })
    for (const language of ['en', email, 'sv']) await ask(invitations.changeDetails, { token }, { language })
    await ask(invitations.getOwnAnswers, { token })
    await ask(invitations.changeOwnAnswers, { token }, { answers: [] })
    await ask(swap.openSwap, { token })
    const link = /\/swap\/([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1] ?? 'x'
    await ask(swap.getSwap, { token: link })
    for (const body of [asHerself, { ...asSomebody, email: 'taker@volunteer.example' }])
      await ask(swap.takeSwap, { token: link }, body)
    const key = /"correction_key":"([\w-]+)/.exec(found.at(-1)?.text ?? '')?.[1] ?? 'x'
    for (const typed of [email, 'ida@volunteer.example'])
      await ask(correction.correctEmail, {}, { correction_keys: [key], email: typed })
    await ask(swap.getSwap, { token: link })
    await ask(swap.closeSwap, { token })
  }
  // Her mailbox can be reached again, until she has asked too often.
  await api.deps.db.system((tx) => tx.delete(schema.suppression))
  for (const link of links.slice(0, 1).flatMap((first) => Array<AssignmentRow>(7).fill(first)))
    await ask(invitations.changeDetails, { token: tokenOf(link) }, { language: 'en' })
  return found
}

const tokenOf = ({ id, round }: AssignmentRow) =>
  signId(api.deps.keys, { purpose: 'personal_link', id, round })

test('every public route was asked, and every way of answering was met', () => {
  const routes = endpoints.filter(({ path }) => !/^\/(admin|api|auth)\//.test(path)).map(nameOf)
  expect(new Set(answers.map(({ name }) => name))).toEqual(new Set(routes))
  expect(new Set(answers.map(({ status }) => status))).toEqual(
    new Set([200, 201, 204, 400, 403, 404, 409, 429]),
  )
})

test('no answer carries what is private', () => {
  const { person, links, strange_links } = festival
  const secrets = [CANARY, DIGITS, person.id, ...[...links, ...strange_links].map(tokenOf), '"token"']
  for (const answer of answers) {
    const { name, status } = answer
    const text = withoutOwnLinks(answer)
    for (const secret of secrets)
      expect(text.includes(secret), `${name} ${status}: ${secret} in ${text}`).toBe(false)
  }
})

const PERSONAL_PAGE = [
  'GET /assignment/:token',
  'POST /assignment/:token/confirm',
  'POST /assignment/:token/change',
  'POST /assignment/:token/swap',
  'DELETE /assignment/:token/swap',
]

const OWN_DETAILS = [
  'GET /assignment/:token/certificate',
  'GET /assignment/:token/details',
  'PUT /assignment/:token/details',
  'PUT /assignment/:token/email',
]

/** D29: the answer to a link contains only the open links to the same person's other shifts of the event. */
function withoutOwnLinks({ name, status, text }: Answer): string {
  // D56, V3: shown only to the holder of the link.
  if (OWN_DETAILS.includes(name) && status === 200) return ''
  if (!PERSONAL_PAGE.includes(name) || status !== 200) return text
  const [confirmed, invited, _expired, absent] = festival.links
  const open = [confirmed, invited, absent].flatMap((link) => (link ? [tokenOf(link)] : []))
  return ['null', ...open.map((token) => `"${token}"`)].reduce(
    (left, token) => left.replaceAll(`"token":${token}`, ''),
    text,
  )
}

test('the links of her other shifts are met on her own page', () => {
  const [confirmed] = festival.links
  const token = confirmed && `"token":"${tokenOf(confirmed)}"`
  const pages = answers.filter(({ text }) => token && text.includes(token)).map(({ name }) => name)
  expect(new Set(pages)).toEqual(new Set([...PERSONAL_PAGE, 'PUT /assignment/:token/details']))
})

test('negative control: what an administrator is told has all of them', async () => {
  const { organization_id } = festival.shift
  const admin = await buildAdministrator(api)
  const { user_id } = admin
  await api.deps.db.system((tx) => tx.insert(schema.membership).values({ organization_id, user_id }))
  const headers = { ...admin.headers, 'x-organization-id': organization_id }
  const { body } = await api.inject({ url: '/admin/shifts', headers })
  const [link] = festival.links
  expect(body).toContain(CANARY)
  expect(body).toContain(DIGITS)
  expect(body).toContain(festival.person.id)
  expect(link && body.includes(tokenOf(link))).toBe(true)
})
