import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from './app.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('an unknown path has the one error body, in the reader’s language', async () => {
  const answer = await api.inject({ url: '/nowhere', headers: { 'accept-language': 'sv-SE,en;q=0.5' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ error: 'Det gick inte att hitta.', code: 'not_found' })
})
