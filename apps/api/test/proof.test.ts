import { authService } from '@muster/contract/auth-service'
import { notesOf } from '@muster/contract/endpoint'
import { factors } from '@muster/contract/factors'
import { DAY_MS } from '@muster/contract/rules/instants'
import { PROOF_MS } from '@muster/contract/rules/proof'
import type { AppRoute } from '@ts-rest/core'
import { eq, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as schema from '../src/db/schema.ts'
import { buildTestApp, type TestApp } from './app.ts'
import { type Call, callOf, endpoints, nameOf, requestOf } from './calls.ts'
import { buildWorld, type World } from './filled-app.ts'
import { type Administrator, buildAdministrator } from './organizations.ts'

/* D64: a stolen access token must not become the account or the organisation. */

const START = '2026-06-01T12:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(START) + ms).toISOString()
const NEW = 'seven green tents'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp({ sms: { provider: 'capture' } })
})
afterAll(() => api.close())
beforeEach(() => api.setNow(START))

const routes = endpoints.filter((route) => notesOf(route).proof !== undefined)

/** A world whose second factor counts. */
async function buildGuardedWorld() {
  const world = await buildWorld(api)
  const { factor_id } = world.filled
  await api.deps.db.system((tx) =>
    tx.update(schema.mfaFactor).set({ status: 'verified' }).where(eq(schema.mfaFactor.id, factor_id)),
  )
  return world
}

/** Moves a sign-in into the past, as the access token would expire if the clock moved. */
const age = ({ session_id }: Administrator, ms: number) =>
  api.deps.db.system((tx) =>
    tx
      .update(schema.session)
      .set({ created_at: at(-ms) })
      .where(eq(schema.session.id, session_id)),
  )

/** A call that gives what the route guards: the role of an owner, where it depends on that. */
function guardedCall(route: AppRoute, { filled }: World): Call {
  const call = callOf(route, filled)
  if (notesOf(route).proof !== 'owner') return call
  const { lead_role_ids: _, ...body }: { lead_role_ids?: unknown } = { ...call.body }
  return { ...call, body: { ...body, role: 'owner' } }
}

async function ask(route: AppRoute, call: Call, { headers }: Administrator) {
  const answer = await api.inject({ ...requestOf(route, call), headers })
  const code = answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code
  return { status: answer.statusCode, code }
}

const REFUSED = { status: 400, code: 'reauthentication_needed' }

/** Everything that these calls could change. */
async function readState() {
  const tables = [
    schema.appUser,
    schema.session,
    schema.mfaFactor,
    schema.mfaChallenge,
    schema.webauthnCredential,
    schema.recoveryCode,
    schema.organization,
    schema.membership,
    schema.memberInvitation,
    schema.apiKey,
    schema.auditLog,
    schema.accountMessage,
  ]
  return api.deps.db.system(async (tx) => {
    const rows = []
    for (const table of tables)
      rows.push((await tx.execute(sql`select t::text as row from ${table} t order by 1`)).rows)
    return rows
  })
}

describe.each(routes.map((route) => [nameOf(route), route] as const))('%s', (_name, route) => {
  test('is refused to a session whose sign-in was 15 minutes ago, and does nothing', async () => {
    const world = await buildGuardedWorld()
    await age(world.admin, PROOF_MS + 1)
    const before = await readState()
    expect(await ask(route, guardedCall(route, world), world.admin)).toEqual(REFUSED)
    expect(await readState()).toEqual(before)
  })

  test('is open until then', async () => {
    const world = await buildGuardedWorld()
    await age(world.admin, PROOF_MS)
    expect((await ask(route, guardedCall(route, world), world.admin)).status).toBeLessThan(300)
  })

  test('is refused to a session that has only passed a factor which was just added to it', async () => {
    const world = await buildGuardedWorld()
    await passNewFactor(world)
    expect(await ask(route, guardedCall(route, world), world.admin)).toEqual(REFUSED)
  })

  test('is open to an old session that has passed a factor again which it had before', async () => {
    const world = await buildGuardedWorld()
    const added = await passNewFactor(world)
    api.setNow(at(60_000))
    await passTotp(world.admin, added)
    expect((await ask(route, guardedCall(route, world), world.admin)).status).toBeLessThan(300)
  })
})

/** Begins to add an authenticator app while the sign-in is recent, and adds it when that is long ago. */
async function passNewFactor({ admin }: World) {
  const { headers } = admin
  const { id, totp } = await api.ok(factors.enrolFactor, { headers, body: { factor_type: 'totp' } })
  const secret = totp?.secret ?? ''
  await age(admin, PROOF_MS + 1)
  await passTotp(admin, { factor_id: id, secret })
  return { factor_id: id, secret }
}

async function passTotp(
  { headers }: Administrator,
  { factor_id, secret }: { factor_id: string; secret: string },
) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = totp.generate({ timestamp: Date.parse(api.deps.now()) })
  await api.ok(factors.verifySecondFactor, { headers, body: { method: 'totp', factor_id, code } })
}

test('an old session becomes the account neither with a new factor nor without the password', async () => {
  const admin = await buildAdministrator(api)
  const { headers } = admin
  await age(admin, 10 * DAY_MS)
  const enrolled = { headers, body: { factor_type: 'totp' } }
  expect(await api.refused(factors.enrolFactor, enrolled)).toMatchObject(REFUSED)
  expect(await api.refused(authService.enrolFactor, enrolled)).toMatchObject(REFUSED)
  const changed = { headers, body: { password: NEW } }
  expect(await api.refused(authService.updateUser, changed)).toMatchObject(REFUSED)
  // The current password is a proof of its own.
  const body = { password: NEW, current_password: 'three blue bikes' }
  expect((await api.ok(authService.updateUser, { headers, body })).email).toBe(admin.email)
})

test('what gives no ownership needs no proof', async () => {
  const { admin, filled } = await buildGuardedWorld()
  await age(admin, PROOF_MS + 1)
  for (const route of routes)
    if (notesOf(route).proof === 'owner')
      expect(await ask(route, callOf(route, filled), admin)).not.toEqual(REFUSED)
})

test.each(['global', 'local', 'others'] as const)('logging out never asks: %s', async (scope) => {
  const admin = await buildAdministrator(api)
  await age(admin, 10 * DAY_MS)
  await api.ok(authService.logout, { headers: admin.headers, query: { scope } })
})
