import { noCoverage } from '@muster/contract/rules/coverage'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEvent, buildRole, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { server } from '../../testing/server.ts'
import { setWidth } from '../../testing/set-width.ts'

const [bar, gate] = [buildRole({ name: 'Bar' }), buildRole({ name: 'Gate' })]

/** The list of all shifts waits for `letGo`. */
function answerSlowly(needed: number) {
  const event = buildEvent({ roles: [bar, gate], coverage: { ...noCoverage, needed, missing: needed } })
  const [atBar, atGate] = [buildShift(event, bar), buildShift(event, gate)]
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  const asked: string[] = []
  let letGo: (() => void) | undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  server.use(
    http.get('*/admin/shifts', async ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.get('role_id') ?? searchParams.get('view') ?? 'all')
      if (searchParams.has('role_id')) return HttpResponse.json({ shifts: [atBar] })
      await held
      return HttpResponse.json({ shifts: [atBar, atGate] })
    }),
  )
  return { asked, atGate, letGo: () => letGo?.() }
}

it('shows the first role of a large event before all shifts are there, with the figures of the event', async () => {
  setWidth(1280)
  const { asked, letGo } = answerSlowly(9_000)
  await renderApp('/', { language: 'en' })
  expect(await screen.findByText('Bar', { selector: 'th b' })).toBeDefined()
  expect(screen.queryByText('Gate', { selector: 'th b' })).toBeNull()
  expect(screen.getByText('0 of 9,000 confirmed, 9,000 missing')).toBeDefined()
  expect(screen.queryByRole('button', { name: /Fill gaps/ })).toBeNull()
  letGo()
  expect(await screen.findByText('Gate', { selector: 'th b' })).toBeDefined()
  expect(screen.getByText('Bar', { selector: 'th b' })).toBeDefined()
  expect(asked.filter((what) => what === bar.id)).toHaveLength(1)
})

it('scrolls to the open shift of the address once it is there', async () => {
  setWidth(1280)
  const { atGate, letGo } = answerSlowly(9_000)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  await renderApp(`/?shift=${atGate.id}`, { language: 'en' })
  await screen.findByText('Bar', { selector: 'th b' })
  letGo()
  const row = await screen.findByRole('button', { name: /Hide the people/ })
  await waitFor(() => expect(scroll.mock.contexts).toContain(row))
})

it.each([
  ['a small event', '/', 100],
  ['another view', '/?view=time', 9_000],
  ['a filter', '/?show=missing', 9_000],
])('waits for all shifts of %s', async (_what, path, needed) => {
  const { asked, letGo } = answerSlowly(needed)
  await renderApp(path, { language: 'en' })
  await waitFor(() => expect(asked).toContain('all'))
  expect(asked).not.toContain(bar.id)
  letGo()
  expect((await screen.findAllByText(/Gate/)).length).toBeGreaterThan(0)
  expect(asked).not.toContain(bar.id)
})
