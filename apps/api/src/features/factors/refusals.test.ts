import { factors } from '@muster/contract/factors'
import { session } from '@muster/contract/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApiKey } from '../../../test/api-keys.ts'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { type Administrator, buildAdministrator } from '../../../test/organizations.ts'
import { newId } from '../../db/ids.ts'
import { mfaFactor, session as sessionTable, webauthnCredential } from '../../db/schema.ts'

const NOW = '2026-06-01T12:00:00.000Z'

/** An installation that sends no SMS. */
let api: TestApp
let with_sms: TestApp
let admin: Administrator
beforeAll(async () => {
  api = await buildTestApp({ sms: undefined })
  with_sms = await buildTestApp({ sms: { provider: 'capture' } })
})
beforeEach(async () => {
  api.setNow(NOW)
  admin = await buildAdministrator(api)
})
afterAll(() => Promise.all([api.close(), with_sms.close()]))

test('an API key finishes no sign-in, valid or not', async () => {
  const { headers } = await buildApiKey(api, admin)
  const invalid = { authorization: `${headers.authorization.slice(0, -2)}__` }
  for (const route of [factors.challengeSecondFactor, factors.verifySecondFactor]) {
    const body = { method: 'totp', code: '000000' }
    expect(await api.refused(route, { headers, body })).toMatchObject({
      status: 403,
      code: 'person_required',
    })
    expect(await api.refused(route, { headers: invalid, body })).toMatchObject({
      status: 401,
      code: 'api_key_invalid',
    })
  }
})

test('no phone where no SMS is sent', async () => {
  const { headers } = admin
  const body = { factor_type: 'phone', phone: '+46701234567' }
  expect(await api.refused(factors.enrolFactor, { headers, body })).toMatchObject({
    status: 422,
    code: 'phone_provider_disabled',
  })
})

test('no code to a phone that was added while SMS were sent', async () => {
  const { headers, user_id } = admin
  const id = newId()
  await api.deps.db.system((tx) =>
    tx.insert(mfaFactor).values({
      id,
      user_id,
      factor_type: 'phone',
      friendly_name: '',
      phone: '+46701234567',
      status: 'verified',
    }),
  )
  const body = { method: 'phone', factor_id: id }
  expect(await api.refused(factors.challengeSecondFactor, { headers, body })).toMatchObject({
    status: 422,
    code: 'phone_provider_disabled',
  })
})

test('a phone that is not there', async () => {
  const { headers } = await buildAdministrator(with_sms)
  const body = { method: 'phone', factor_id: newId() }
  expect(await with_sms.refused(factors.challengeSecondFactor, { headers, body })).toMatchObject({
    status: 404,
    code: 'mfa_factor_not_found',
  })
})

test('two factors of one name', async () => {
  const { headers } = admin
  const body = { factor_type: 'totp', friendly_name: 'My phone' }
  await api.ok(factors.enrolFactor, { headers, body })
  expect(await api.refused(factors.enrolFactor, { headers, body })).toMatchObject({
    status: 422,
    code: 'mfa_factor_name_conflict',
  })
})

test('an eleventh passkey', async () => {
  const { headers, user_id } = admin
  await api.deps.db.system((tx) =>
    tx.insert(webauthnCredential).values(
      Array.from({ length: 10 }, () => ({
        id: newId(),
        user_id,
        credential_id: newId(),
        public_key: 'k',
        counter: 0,
        transports: [],
        friendly_name: '',
        is_synced: false,
      })),
    ),
  )
  await api.deps.db.system((tx) => tx.update(sessionTable).set({ aal: 'aal2' }))
  expect(await api.refused(factors.getNewPasskeyOptions, { headers })).toMatchObject({
    status: 422,
    code: 'too_many_enrolled_mfa_factors',
  })
})

test('a password of more than 200 characters', async () => {
  const body = { current_password: 'three blue bikes', password: 'x'.repeat(201) }
  expect(await api.refused(session.changePassword, { headers: admin.headers, body })).toMatchObject({
    status: 400,
    code: 'password_too_long',
  })
})
