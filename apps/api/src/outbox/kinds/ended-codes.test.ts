import { factors } from '@muster/contract/factors'
import { members } from '@muster/contract/members'
import { session } from '@muster/contract/session'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { buildProviders, deliverDue } from '../../../test/outbox.ts'
import { hoursAfter } from '../../../test/planning.ts'
import { newId } from '../../db/ids.ts'
import { accountMessage, mfaFactor } from '../../db/schema.ts'
import { requestPasswordReset } from '../../features/session/reset-password.ts'

const NOW = '2026-06-01T10:00:00.000Z'
const PHONE = '+46701234567'

let api: TestApp
let owner: Administrator
beforeAll(async () => {
  api = await buildTestApp({ sms: { provider: 'capture' } })
})
beforeEach(async () => {
  api.setNow(NOW)
  await api.deps.db.system((tx) => tx.delete(accountMessage))
  owner = await buildAdministrator(api)
})
afterAll(() => api.close())

const askForLink = () => api.ok(session.requestPasswordReset, { body: { email: owner.email } })

const askForCodeLink = () =>
  requestPasswordReset(api.deps, {
    email: owner.email,
    ip: '192.0.2.1',
    flow: { code_challenge: 'c'.repeat(43), redirect_to: 'http://localhost:3000/' },
  })

async function askForSms() {
  const { user_id, headers } = owner
  const factor = { id: newId(), user_id, friendly_name: '', phone: PHONE } as const
  await api.deps.db.system((tx) =>
    tx.insert(mfaFactor).values({ ...factor, factor_type: 'phone', status: 'verified', created_at: NOW }),
  )
  await api.ok(factors.challengeSecondFactor, { headers, body: { method: 'phone' } })
}

const invite = () =>
  api.ok(members.inviteMember, {
    headers: owner.headers,
    body: { email: `${newId()}@muster.example`, role: 'viewer', language: 'en' },
  })

const withdraw = ({ id }: { id: string }) =>
  api.ok(members.withdrawMemberInvitation, { headers: owner.headers, params: { id } })

async function deliver() {
  await deliverDue(api.deps, buildProviders().providers)
  return api.deps.db.system((tx) =>
    tx
      .select({ status: accountMessage.status, failure_reason: accountMessage.failure_reason })
      .from(accountMessage)
      .orderBy(sql`created_at, id`),
  )
}

const SENT = { status: 'SENT', failure_reason: null }
const OUTDATED = { status: 'FAILED', failure_reason: 'outdated' }

test.each([
  ['a link to a new password', askForLink, 1],
  ['one that leads to a client', askForCodeLink, 1],
  ['a code by SMS', askForSms, 5 / 60],
  ['an invitation of a member', invite, 7 * 24],
] as const)('%s is sent until it expires', async (_name, ask, hours) => {
  await ask()
  api.setNow(hoursAfter(NOW, hours - 0.001))
  expect(await deliver()).toEqual([SENT])
  api.setNow(NOW)
  await ask()
  api.setNow(hoursAfter(NOW, hours))
  expect(await deliver()).toEqual([SENT, OUTDATED])
})

test('an invitation that was withdrawn or sent again meanwhile is not sent', async () => {
  await withdraw(await invite())
  const { id } = await invite()
  await api.ok(members.resendMemberInvitation, { headers: owner.headers, params: { id } })
  expect(await deliver()).toEqual([OUTDATED, OUTDATED, SENT])
})
