import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { appUser } from '../../db/schema.ts'
import { announceTerms } from './announce-terms.ts'

const NOW = '2026-05-01T02:00:00.000Z'
const announced = {
  version: '1.4',
  announced_on: '2026-05-01',
  date: '2026-06-01',
  summary: { en: 'A sentence is clearer.', sv: 'En mening är tydligare.' },
}

let api: TestApp
let english: Administrator
let swedish: Administrator
beforeAll(async () => {
  api = await buildTestApp()
  api.setNow(NOW)
  english = await buildAdministrator(api)
  swedish = await buildAdministrator(api)
  await api.deps.db.system((tx) =>
    tx.update(appUser).set({ language: 'sv' }).where(eq(appUser.id, swedish.user_id)),
  )
})
afterAll(() => api.close())

async function receive() {
  const { providers, mails } = buildProviders()
  await deliverDue(api.deps, providers)
  return mails.map(({ to, subject, text }) => ({ to, subject, text }))
}

test('each account gets one e-mail in its language, however many workers there are', async () => {
  await Promise.all(Array.from({ length: 4 }, () => announceTerms(api.deps, announced)))
  const received = await receive()
  expect(received.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))).toEqual([
    {
      to: english.email,
      subject: 'New terms of use from 1 June 2026',
      text: expect.stringContaining(announced.summary.en),
    },
    {
      to: swedish.email,
      subject: 'Nya användarvillkor från den 1 juni 2026',
      text: expect.stringContaining(announced.summary.sv),
    },
  ])
  expect(await announceTerms(api.deps, announced)).toBe(0)
})

test('an account that is made before the change is told, later ones accept what is in force', async () => {
  const { email } = await buildAdministrator(api)
  expect(await announceTerms(api.deps, announced)).toBe(1)
  expect(await receive()).toMatchObject([{ to: email }])
  api.setNow('2026-06-01T02:00:00.000Z')
  await buildAdministrator(api)
  expect(await announceTerms(api.deps, announced)).toBe(0)
})

test('the next version is announced to all again; nothing is when nothing is planned', async () => {
  api.setNow(NOW)
  expect(await announceTerms(api.deps, { ...announced, version: '1.5' })).toBe(4)
  expect(await announceTerms(api.deps, null)).toBe(0)
})
