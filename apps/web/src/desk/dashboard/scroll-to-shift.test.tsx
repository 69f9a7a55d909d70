import { act, screen, waitFor } from '@testing-library/react'
import { use } from 'react'
import { expect, it, vi } from 'vitest'
import { answer } from '../../testing/answers.ts'
import { buildAssignment, buildEventWithRole, buildShift } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'
import { setWidth } from '../../testing/set-width.ts'

const people = vi.hoisted(() => {
  let load: (() => void) | undefined
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  return { load: () => load?.(), loaded }
})

vi.mock('./found-people.tsx', () => ({
  default: () => {
    use(people.loaded)
    return null
  },
}))

it('scrolls to the open shift of the address once the list is shown beside a part that was loaded late', async () => {
  const event = buildEventWithRole()
  const assignment = [buildAssignment('CONFIRMED', { first_name: 'Maja', last_name: 'Ek' })]
  const shift = buildShift(event, event.roles[0], { assignment })
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('events', 'listEvents', { events: [event] })
  const listed = answer('shifts', 'listShifts', { shifts: [shift] })
  setWidth(1280)
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')

  await renderApp(`/?event=${event.id}&shift=${shift.id}&q=maja`)
  await waitFor(() => expect(listed.length).toBeGreaterThan(0))
  await screen.findByRole('heading', { level: 2, name: event.name })
  await act(async () => people.load())

  const row = await screen.findByRole('button', { name: /Hide the people/ })
  await waitFor(() => expect(scroll.mock.contexts).toContain(row))
})
