import { answers } from '@muster/contract/answers'
import { batches } from '@muster/contract/batches'
import { duplicates } from '@muster/contract/duplicates'
import { events } from '@muster/contract/events'
import { people } from '@muster/contract/people'
import { personalPage } from '@muster/contract/personal-page'
import type { Question } from '@muster/contract/rules/questions'
import { signup } from '@muster/contract/signup'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator, buildMember } from '../../../test/organizations.ts'
import {
  buildAssignment,
  buildEvent,
  buildPerson,
  buildRole,
  buildShift,
  type EventRow,
  hoursAfter,
  type RoleRow,
  type ShiftRow,
} from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { untilNone } from '../../db/in-batches.ts'
import * as schema from '../../db/schema.ts'
import { signId } from '../../signing/signed-id.ts'
import { deleteOldAnswers } from './queries.ts'

/* D51 */

const NOW = '2026-06-01T08:00:00.000Z'

let api: TestApp
let admin: Administrator
let event: EventRow
let kitchen: RoleRow
let first_aid: RoleRow
let cooking: ShiftRow
let helping: ShiftRow
let asked: { size: Question; food: Question; licence: Question; before: Question }
beforeAll(async () => {
  api = await buildTestApp()
  admin = await buildAdministrator(api)
})
beforeEach(async () => {
  api.setNow(NOW)
  event = await buildEvent(api.deps, { organization_id: admin.organization_id })
  kitchen = await buildRole(api.deps, { event, name: 'Kök' })
  first_aid = await buildRole(api.deps, { event, name: 'Sjukvård' })
  cooking = await buildShift(api.deps, { role: kitchen, start_dt: hoursAfter(NOW, 72) })
  helping = await buildShift(api.deps, { role: first_aid, start_dt: hoursAfter(NOW, 96) })
  const { questions } = await setQuestions([
    { kind: 'choice', label: 'Tröja', options: ['S', 'M', 'L'], required: true },
    { kind: 'many', label: 'Mat', options: ['Kött', 'Nötter'], delete_after_event: true },
    { kind: 'yes_no', label: 'Utbildning', role_ids: [first_aid.id], required: true },
    { kind: 'text', label: 'Varit med?' },
  ])
  const [size, food, licence, before] = questions
  if (!size || !food || !licence || !before) throw new Error('questions are missing')
  asked = { size, food, licence, before }
})
afterAll(() => api.close())

type Given = Partial<Question> & Pick<Question, 'kind' | 'label'>
const setQuestions = (questions: Given[]) =>
  api.ok(events.updateEvent, { headers: admin.headers, params: { id: event.id }, body: { questions } })
const refusedQuestions = (questions: Given[]) =>
  api.refused(events.updateEvent, { headers: admin.headers, params: { id: event.id }, body: { questions } })

let serial = 0
const stranger = () => ({
  first_name: 'Åsa',
  last_name: 'Öberg',
  email: `answers-${++serial}@volunteer.example`,
  phone: '+46701234567',
})
const call = ({ id }: ShiftRow, given: [Question, unknown][], who = stranger()) => ({
  params: { shiftId: id },
  body: { ...who, answers: given.map(([{ id: question_id }, value]) => ({ question_id, value })) },
})
const signUp = (shift: ShiftRow, given: [Question, unknown][], who = stranger()) =>
  api.ok(signup.signUp, call(shift, given, who))
const issuesOf = async (shift: ShiftRow, given: [Question, unknown][]) =>
  (await api.refused(signup.signUp, call(shift, given))).issues
const ofEvent = () => api.ok(answers.listAnswersOfEvent, { headers: admin.headers, params: { id: event.id } })
const said = async () => (await ofEvent()).map(({ label, value }) => [label, value])
const stored = () =>
  api.deps.db.system((tx) => tx.select().from(schema.answer).where(eq(schema.answer.event_id, event.id)))
const linkOf = (id: string) => signId(api.deps.keys, { purpose: 'personal_link', id, round: 1 })
const own = (token: string) => api.ok(personalPage.getOwnAnswers, { params: { token } })
const change = (token: string, given: [Question, unknown][]) => ({
  params: { token },
  body: { answers: given.map(([{ id: question_id }, value]) => ({ question_id, value })) },
})

const copy = async (given: { roles: boolean; settings: boolean }) =>
  api.ok(events.copyEvent, {
    headers: admin.headers,
    params: { id: event.id },
    body: { name: 'Kopia', first_day: '2026-09-01', shifts: false, people: 'none', ...given },
  })
const pass = (days: number) =>
  untilNone(api.deps, (tx) => deleteOldAnswers(tx, hoursAfter(event.event_date_end, days * 24)), {
    stopping: new AbortController().signal,
  })

test('what is only for a link is not found, and asks nothing (D49)', async () => {
  await api.deps.db.system((tx) =>
    tx.update(schema.shift).set({ visibility: 'link' }).where(eq(schema.shift.id, cooking.id)),
  )
  for (const given of [[[asked.size, 'M']], []] satisfies [Question, unknown][][])
    expect(await api.refused(signup.signUp, call(cooking, given))).toMatchObject({ code: 'shift_not_found' })
  await api.deps.db.system((tx) =>
    tx.update(schema.event).set({ published: false }).where(eq(schema.event.id, event.id)),
  )
  expect(await api.refused(signup.signUp, call(helping, [[asked.size, 'M']]))).toMatchObject({ status: 404 })
})

test('answers of a sign-up are listed to owners and admins, by event and by person', async () => {
  await signUp(cooking, [
    [asked.size, 'M'],
    [asked.food, ['Nötter', 'Kött']],
    [asked.before, '  Midsommar\t2025 '],
  ])
  const listed = await ofEvent()
  expect(listed.map(({ label, value }) => [label, value])).toEqual(
    expect.arrayContaining([
      ['Tröja', 'M'],
      ['Mat', ['Nötter', 'Kött']],
      ['Varit med?', 'Midsommar 2025'],
    ]),
  )
  expect(listed).toHaveLength(3)
  const [{ person_id } = { person_id: '' }] = listed
  const params = { id: person_id }
  expect(await api.ok(answers.listAnswersOfPerson, { headers: admin.headers, params })).toEqual(listed)
  for (const role of ['viewer', 'leader'] as const) {
    const { headers } = await buildMember(api, {
      organization_id: admin.organization_id,
      role,
      ...(role === 'leader' && { lead_role_ids: [kitchen.id] }),
    })
    expect(await api.refused(answers.listAnswersOfPerson, { headers, params })).toMatchObject({ status: 403 })
    expect(
      await api.refused(answers.listAnswersOfEvent, { headers, params: { id: event.id } }),
    ).toMatchObject({
      status: 403,
    })
  }
})

test('the public event has the questions, and no answer of a sign-up', async () => {
  const answer = await signUp(cooking, [
    [asked.size, 'M'],
    [asked.before, 'hemligt'],
  ])
  expect(JSON.stringify(answer)).not.toContain('hemligt')
  const shown = await api.ok(events.getPublicEvent, { params: { eventId: event.id } })
  expect(shown.questions.map(({ label }) => label)).toEqual(['Tröja', 'Mat', 'Utbildning', 'Varit med?'])
  expect(JSON.stringify(shown)).not.toContain('hemligt')
})

test('a refusal names each question', async () => {
  expect(await issuesOf(cooking, [])).toEqual([{ path: 'answers', message: 'Answer the question “Tröja”' }])
  expect(await issuesOf(helping, [[asked.size, '']])).toEqual([
    { path: 'answers', message: 'Answer the question “Tröja”' },
    { path: 'answers', message: 'Answer the question “Utbildning”' },
  ])
  expect(
    await issuesOf(cooking, [
      [asked.size, 'XXL'],
      [asked.food, ['Kött', 'Kött']],
      [asked.before, true],
    ]),
  ).toEqual([
    { path: 'answers.0.value', message: 'Not an answer to the question “Tröja”' },
    { path: 'answers.1.value', message: 'Not an answer to the question “Mat”' },
    { path: 'answers.2.value', message: 'Not an answer to the question “Varit med?”' },
  ])
  expect(await stored()).toEqual([])
})

test('an answer to a question of another role, or to one that is gone, is refused', async () => {
  const message = 'The questions have changed. Load them again'
  expect(
    await issuesOf(cooking, [
      [asked.size, 'M'],
      [asked.licence, true],
    ]),
  ).toEqual([{ path: 'answers.1.question_id', message }])
  expect(await issuesOf(cooking, [[{ ...asked.size, id: newId() }, 'M']])).toEqual([
    { path: 'answers.0.question_id', message },
    { path: 'answers', message: 'Answer the question “Tröja”' },
  ])
  expect(
    await issuesOf(cooking, [
      [asked.size, 'M'],
      [asked.size, 'L'],
    ]),
  ).toEqual([{ path: 'answers.1.question_id', message: 'Named twice' }])
})

test('of several shifts the questions of all their roles are asked', async () => {
  const body = { ...stranger(), shift_ids: [cooking.id, helping.id] }
  const params = { eventId: event.id }
  expect(
    await api.refused(signup.signUpForSeveral, {
      params,
      body: { ...body, answers: [{ question_id: asked.size.id, value: 'S' }] },
    }),
  ).toMatchObject({ status: 400, issues: [{ path: 'answers' }] })
  await api.ok(signup.signUpForSeveral, {
    params,
    body: {
      ...body,
      answers: [
        { question_id: asked.size.id, value: 'S' },
        { question_id: asked.licence.id, value: false },
      ],
    },
  })
  expect(await said()).toEqual(
    expect.arrayContaining([
      ['Tröja', 'S'],
      ['Utbildning', false],
    ]),
  )
})

test('a later sign-up keeps what was answered before, and the newest is shown', async () => {
  const who = stranger()
  await signUp(cooking, [[asked.size, 'S']], who)
  await signUp(
    helping,
    [
      [asked.size, 'L'],
      [asked.licence, true],
    ],
    who,
  )
  expect(await said()).toEqual(
    expect.arrayContaining([
      ['Tröja', 'L'],
      ['Utbildning', true],
    ]),
  )
  expect(await stored()).toHaveLength(3)
})

test('an invitation is accepted without answers, and its page asks afterwards', async () => {
  const person = await buildPerson(api.deps, { organization_id: admin.organization_id })
  const assignment = await buildAssignment(api.deps, { shift: helping, person, status: 'INVITED' })
  const token = linkOf(assignment.id)
  const open = () => api.ok(personalPage.getAssignment, { params: { token } })
  expect((await open()).has_questions).toBe(false)
  await api.ok(personalPage.answerInvitation, { params: { token }, body: { confirm: true } })
  expect((await open()).has_questions).toBe(true)
  const shown = await own(token)
  expect(shown.questions.map(({ label }) => label)).toEqual(['Tröja', 'Mat', 'Utbildning', 'Varit med?'])
  expect(shown.answers).toEqual([])

  expect(await api.refused(personalPage.changeOwnAnswers, change(token, [[asked.size, 'M']]))).toMatchObject({
    status: 400,
    issues: [{ path: 'answers', message: 'Answer the question “Utbildning”' }],
  })
  await api.ok(
    personalPage.changeOwnAnswers,
    change(token, [
      [asked.size, 'M'],
      [asked.licence, true],
      [asked.before, 'Ja'],
    ]),
  )
  const changed = await api.ok(
    personalPage.changeOwnAnswers,
    change(token, [
      [asked.size, 'L'],
      [asked.licence, true],
    ]),
  )
  expect(new Map(changed.answers.map(({ question_id, value }) => [question_id, value]))).toEqual(
    new Map<string, unknown>([
      [asked.size.id, 'L'],
      [asked.licence.id, true],
    ]),
  )
  expect(await stored()).toHaveLength(2)
})

test('answers stay readable when their question is changed or deleted', async () => {
  const { assignment_id } = await signUp(cooking, [
    [asked.size, 'M'],
    [asked.before, 'Ja'],
  ])
  await setQuestions([{ ...asked.size, label: 'Storlek', options: ['Liten', 'Stor'] }])
  expect(await said()).toEqual(
    expect.arrayContaining([
      ['Tröja', 'M'],
      ['Varit med?', 'Ja'],
    ]),
  )
  const shown = await own(linkOf(assignment_id))
  expect(shown.questions.map(({ label }) => label)).toEqual(['Storlek'])
  expect(shown.answers).toEqual([])
})

test('questions are checked, and keep their ids', async () => {
  const again = await setQuestions(Object.values(asked))
  expect(again.questions).toEqual(Object.values(asked))
  const other = await buildRole(api.deps, {
    event: await buildEvent(api.deps, { organization_id: admin.organization_id }),
  })
  const wrong: [Given, string, string][] = [
    [{ kind: 'choice', label: 'a', options: ['x'] }, 'questions.0.options', 'Two to twenty answers'],
    [{ kind: 'choice', label: 'a', options: ['x', 'x '] }, 'questions.0.options', 'Named twice'],
    [{ kind: 'text', label: 'a', options: ['x', 'y'] }, 'questions.0.options', 'Two to twenty answers'],
    [{ kind: 'text', label: ' ' }, 'questions.0.label', 'Must not be empty'],
    [{ kind: 'text', label: 'a', role_ids: [other.id] }, 'questions.0.role_ids', 'Not a role of this event'],
  ]
  for (const [given, path, message] of wrong)
    expect(await refusedQuestions([given])).toMatchObject({
      status: 400,
      issues: [{ path, message: expect.stringContaining(message) }],
    })
  const many = Array.from({ length: 21 }, (_, n): Given => ({ kind: 'text', label: `${n}` }))
  expect(await refusedQuestions(many)).toMatchObject({ status: 400, issues: [{ path: 'questions' }] })
  expect(await refusedQuestions([asked.size, asked.size])).toMatchObject({
    issues: [{ path: 'questions.1.id', message: 'Named twice' }],
  })
  const kept = await api.ok(events.updateEvent, {
    headers: admin.headers,
    params: { id: event.id },
    body: { name: 'Ny' },
  })
  expect(kept.questions).toEqual(Object.values(asked))
})

test('a question only for a role that is deleted goes with it', async () => {
  await setQuestions([
    { ...asked.licence, role_ids: [first_aid.id] },
    { ...asked.before, role_ids: [first_aid.id, kitchen.id] },
    asked.food,
  ])
  await api.ok(events.deleteRole, {
    headers: admin.headers,
    params: { id: event.id, roleId: first_aid.id },
  })
  const { questions } = await api.ok(events.getEvent, { headers: admin.headers, params: { id: event.id } })
  expect(questions.map(({ label, role_ids }) => [label, role_ids])).toEqual([
    ['Varit med?', [kitchen.id]],
    ['Mat', []],
  ])
})

test('a copy of the event asks the roles of the copy', async () => {
  const whole = await copy({ roles: true, settings: true })
  const copied = whole.roles.find(({ name }) => name === 'Sjukvård')
  expect(whole.questions.map(({ label, role_ids }) => [label, role_ids])).toEqual([
    ['Tröja', []],
    ['Mat', []],
    ['Utbildning', [copied?.id]],
    ['Varit med?', []],
  ])
  expect((await copy({ roles: false, settings: true })).questions).toHaveLength(3)
  expect((await copy({ roles: true, settings: false })).questions).toEqual([])
})

test('the list of people finds who answered so, last', async () => {
  const [who, other] = [stranger(), stranger()]
  await signUp(
    cooking,
    [
      [asked.size, 'M'],
      [asked.food, ['Kött']],
    ],
    who,
  )
  await signUp(
    helping,
    [
      [asked.size, 'L'],
      [asked.licence, true],
    ],
    who,
  )
  await signUp(cooking, [[asked.size, 'M']], other)
  const find = async (question: Question, value: string) => {
    const query = { event_id: event.id, answer: `${question.id}:${value}` }
    return (await api.ok(people.listPeople, { headers: admin.headers, query })).map(({ email }) => email)
  }
  expect(await find(asked.size, 'M')).toEqual([other.email])
  expect(await find(asked.size, 'L')).toEqual([who.email])
  expect(await find(asked.food, 'Kött')).toEqual([who.email])
  expect(await find(asked.food, 'Nötter')).toEqual([])
  expect(await find(asked.licence, 'true')).toEqual([who.email])
  expect(await find(asked.licence, 'false')).toEqual([])
  const { headers } = await buildMember(api, { organization_id: admin.organization_id, role: 'viewer' })
  const query = { event_id: event.id, answer: `${asked.size.id}:M` }
  expect(await api.refused(people.listPeople, { headers, query })).toMatchObject({ code: 'role_forbidden' })
})

test('answers are exported and erased with their person', async () => {
  await signUp(cooking, [[asked.size, 'M']])
  const [{ person_id: id } = { person_id: '' }] = await ofEvent()
  const exported = await api.ok(people.exportPerson, { headers: admin.headers, params: { id } })
  expect(exported.answers).toMatchObject([{ event: { name: event.name }, label: 'Tröja', value: 'M' }])
  await api.ok(people.deletePerson, { headers: admin.headers, params: { id } })
  expect(await stored()).toEqual([])
})

test('a merge moves answers, and its undo moves them back', async () => {
  const [one, other] = [stranger(), stranger()]
  await signUp(cooking, [[asked.size, 'S']], one)
  await signUp(cooking, [[asked.size, 'L']], other)
  const [theirs, kept] = await ofEvent()
  if (!theirs || !kept) throw new Error('answers are missing')
  const merged = await api.ok(duplicates.mergePeople, {
    headers: admin.headers,
    params: { id: kept.person_id },
    body: { other_id: theirs.person_id, version: 1, other_version: 1, take: [] },
  })
  expect((await stored()).map(({ person_id }) => person_id)).toEqual([kept.person_id, kept.person_id])
  expect(await said()).toEqual([['Tröja', 'L']])
  await api.ok(duplicates.undoMerge, { headers: admin.headers, params: { id: merged.merge_id } })
  expect((await ofEvent()).map(({ person_id, value }) => [person_id, value])).toEqual([
    [theirs.person_id, 'S'],
    [kept.person_id, 'L'],
  ])
})

test('answers that are not kept are deleted seven days after the event', async () => {
  await signUp(cooking, [
    [asked.size, 'M'],
    [asked.food, ['Kött']],
    [asked.before, 'Ja'],
  ])
  await setQuestions([asked.size, { ...asked.before, delete_after_event: true }])
  await pass(6.9)
  expect(await stored()).toHaveLength(3)
  await pass(7.1)
  expect((await stored()).map(({ label }) => label)).toEqual(['Tröja'])
})

test('an event that is deleted and brought back has its answers', async () => {
  await signUp(cooking, [[asked.size, 'M']])
  const before = await stored()
  const answer = await api.inject({
    method: 'DELETE',
    url: `/admin/events/${event.id}`,
    query: { undoable: 'true', notify: 'false' },
    headers: admin.headers,
  })
  const batch_id = String(answer.headers['undo-batch'])
  expect(await stored()).toEqual([])
  await api.ok(batches.undoBatch, { headers: admin.headers, params: { batch_id } })
  expect(await stored()).toEqual(before)
})
