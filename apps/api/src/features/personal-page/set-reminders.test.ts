import { personalPage } from '@muster/contract/personal-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildAssignment, hoursAfter } from '../../../test/planning.ts'
import { signId } from '../../signing/signed-id.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const tokenOf = (id: string, round = 1) => signId(api.deps.keys, { purpose: 'personal_link', id, round })

test('reminders are switched off and on again by the holder of a link', async () => {
  const { id } = await buildAssignment(api.deps, { status: 'CONFIRMED' })
  const params = { token: tokenOf(id) }
  expect(await api.ok(personalPage.getAssignment, { params })).toMatchObject({ gets_reminders: true })
  for (const on of [false, true]) {
    expect(await api.ok(personalPage.setReminders, { params, body: { on } })).toEqual({ gets_reminders: on })
    expect(await api.ok(personalPage.getAssignment, { params })).toMatchObject({ gets_reminders: on })
  }
})

test('an older link and an expired one are refused', async () => {
  const { id } = await buildAssignment(api.deps, { token_expires_at: hoursAfter(api.deps.now(), -1) })
  const set = (token: string) =>
    api.refused(personalPage.setReminders, { params: { token }, body: { on: false } })
  expect(await set(tokenOf(id))).toMatchObject({ status: 403, code: 'link_expired' })
  expect(await set(tokenOf(id, 2))).toMatchObject({ status: 404, code: 'link_invalid' })
})
