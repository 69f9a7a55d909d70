import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { eventually } from '../../test/eventually.ts'
import { newId } from '../db/ids.ts'
import { createOutcomeRecorder } from './settle.ts'

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('an unavailable database is retried, and not waited for when the worker stops', async () => {
  const system = vi.spyOn(api.deps.db, 'system').mockRejectedValue(new Error('Connection terminated'))
  const recorder = createOutcomeRecorder(api.deps)
  const written = recorder.record({ organization_id: newId(), id: newId(), fence: 1, event: 'accepted' })
  await eventually(() => expect(system.mock.calls.length).toBeGreaterThan(1))
  recorder.stop()
  await written
})
