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

it.each([
  ['10', 1],
  ['08', 0],
])('begins at the first shift of the hour of the address, which takes the focus: %s', async (hour, first) => {
  const event = buildEventWithRole()
  const at = (from: number, to: number) =>
    buildShift(event, event.roles[0], {
      start_dt: `2199-06-21T${String(from).padStart(2, '0')}:00:00.000Z`,
      end_dt: `2199-06-21T${String(to).padStart(2, '0')}:00:00.000Z`,
    })
  const shifts = [at(6, 12), at(10, 12)]
  answerOrganization()
  answer('people', 'listPeople', [])
  answer('broadcasts', 'listBroadcasts', [])
  answer('events', 'listEvents', { events: [event] })
  answer('shifts', 'listShifts', { shifts })
  setWidth(1280)
  const search = new URLSearchParams({
    day: '2199-06-21',
    view: 'timeline',
    hour: `2199-06-21T${hour}:00:00.000Z`,
  })
  await renderApp(`/events/${event.id}/shifts?${search}`)
  await waitFor(() => expect(document.activeElement?.id).toBe(`open-shift-${shifts[first]?.id}`))
})
