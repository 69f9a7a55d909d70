import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { buildEvent, buildRole, buildShift, mint } from '../../../test/planning.ts'
import * as queries from '../assignments/queries.ts'
import { listShifts } from './queries.ts'
import { readSchedule } from './read-shifts.ts'

// A spy (test/spied-modules.ts), so that the second part can fail; otherwise the real statements run.

let api: TestApp
beforeAll(async () => {
  api = await buildTestApp()
})
afterAll(() => api.close())

test('a part that fails while the one before is written ends the answer, not the process', async () => {
  const event = await buildEvent(api.deps)
  const role = await buildRole(api.deps, { event })
  for (let count = 0; count < 51; count++) await buildShift(api.deps, { role })
  const { listScheduledPeople } = await vi.importActual<typeof queries>('../assignments/queries.ts')
  vi.mocked(queries.listScheduledPeople)
    .mockImplementationOnce(listScheduledPeople)
    .mockImplementationOnce(() => {
      throw new Error('the connection is lost')
    })
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const reading = api.deps.db.transaction(mint(event.organization_id), async (tx) => {
    const listed = await listShifts(tx, { event_id: event.id })
    const parts = readSchedule(tx, { now: api.deps.now(), contacts: 'all' }, listed)
    await parts.next()
    // Node reports unhandled rejections before the next turn of the event loop.
    await setImmediate()
    await parts.next()
  })
  await expect(reading).rejects.toThrow('the connection is lost')
  expect(unhandled).not.toHaveBeenCalled()
  process.off('unhandledRejection', unhandled)
})
