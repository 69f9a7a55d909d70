import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { requireZone } from './require-zone.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

const required = (given: string | undefined) =>
  api.deps.db.system((tx) => requireZone(tx, given, 'Europe/Stockholm'))

test.each([
  [undefined, 'Europe/Stockholm'],
  ['Asia/Kathmandu', 'Asia/Kathmandu'],
  ['asia/KATHMANDU', 'Asia/Kathmandu'],
])('%s is %s', async (given, zone) => {
  expect(await required(given)).toBe(zone)
})

// Node knows it, PostgreSQL does not.
test('AET is refused', async () => {
  await expect(required('AET')).rejects.toMatchObject({ status: 400, code: 'validation' })
})
