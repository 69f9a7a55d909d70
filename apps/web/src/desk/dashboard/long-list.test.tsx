import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildEventWithRole, buildOrganization, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

/** An observer that never reports an element near the screen. */
class FarFromScreen {
  observe() {}
  disconnect() {}
}

it.each([1280, 390])('says every shift of a long list in text, drawn or not, %i px wide', async (width) => {
  vi.stubGlobal('IntersectionObserver', FarFromScreen)
  setWidth(width)
  const event = buildEventWithRole()
  const [role] = event.roles
  const shifts = Array.from({ length: 250 }, (_, at) => buildShift(event, role, { required_qty: at + 1_000 }))
  answerOrganization(buildOrganization())
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts })
  await renderApp('/', { language: 'en' })

  const list = within(await screen.findByRole('region', { name: 'Shifts by role' }))
  const text = () => list.getAllByText(/^0\/1\d\d\d$|Entrance, .* 0 of [\d,]+ confirmed/)
  // What is far follows what is near.
  await waitFor(() => expect(text()).toHaveLength(250))
  expect(list.getAllByText(/, 0 of [\d,]+ confirmed, [\d,]+ missing$/).length).toBeGreaterThan(0)
  // Rendered in full only near the viewport.
  expect(list.getAllByRole('button').length).toBeLessThan(250)
})
