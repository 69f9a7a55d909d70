import type { Event } from '@muster/contract/events'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { answer, hold, refuse } from '../../testing/answers.ts'
import { buildEvent, buildRole } from '../../testing/build-event.ts'
import { answerOrganization, renderApp } from '../../testing/render-app.tsx'

const festival = buildEvent({ name: 'Festival' })
const roles = ['Bar', 'Entrance', 'Stage'].map((name) => buildRole({ event_id: festival.id, name }))
const [bar, entrance, stage] = roles.map(({ id }) => id)

beforeEach(() => {
  answerOrganization()
  answer('broadcasts', 'listBroadcasts', [])
})

async function openRoles(event: Event = { ...festival, roles }) {
  answer('events', 'listEvents', { events: [event] })
  const user = await renderApp(`/events/${event.id}/settings#roles`)
  await screen.findByRole('button', { name: 'Edit Bar' })
  return user
}

function shownRoles() {
  const rows = within(screen.getByRole('heading', { level: 3, name: 'Roles' }).parentElement ?? document.body)
  return rows.getAllByRole('listitem').map((row) => row.querySelector('b')?.textContent)
}

function answerOrder(...order: number[]) {
  const next = order.flatMap((at) => roles[at] ?? [])
  answer('events', 'listEvents', { events: [{ ...festival, roles: next }] })
  return answer('events', 'orderRoles', { roles: next })
}

describe('the order of the roles', () => {
  it('is changed by Alt and an arrow, and said; the focus stays', async () => {
    const user = await openRoles()
    const asked = answerOrder(1, 0, 2)
    screen.getByRole('button', { name: 'Edit Bar' }).focus()
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(shownRoles()).toEqual(['Entrance', 'Bar', 'Stage'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Bar up' }))
    await waitFor(() => expect(asked[0]?.body).toEqual({ role_ids: [entrance, bar, stage] }))
    expect(asked[0]?.path).toBe(`/admin/events/${festival.id}/role-order`)
  })

  it('is changed by its button, one place at a time', async () => {
    const user = await openRoles()
    const up = screen.getByRole('button', { name: 'Move Stage up' })
    const first = answerOrder(0, 2, 1)
    await user.click(up)
    await waitFor(() => expect(first[0]?.body).toEqual({ role_ids: [bar, stage, entrance] }))
    const second = answerOrder(2, 0, 1)
    await user.click(up)
    await waitFor(() => expect(second[0]?.body).toEqual({ role_ids: [stage, bar, entrance] }))
    await user.click(up)
    expect(shownRoles()).toEqual(['Stage', 'Bar', 'Entrance'])
    expect(second).toHaveLength(1)
  })

  it('is sent one after the other', async () => {
    const user = await openRoles()
    const letGo = hold('events', 'orderRoles', { roles })
    await user.click(screen.getByRole('button', { name: 'Move Stage up' }))
    const later = answerOrder(2, 0, 1)
    await user.click(screen.getByRole('button', { name: 'Move Stage up' }))
    expect(shownRoles()).toEqual(['Stage', 'Bar', 'Entrance'])
    expect(later).toHaveLength(0)
    letGo()
    await waitFor(() => expect(later[0]?.body).toEqual({ role_ids: [stage, bar, entrance] }))
  })

  it('is the former one again when it is refused', async () => {
    const user = await openRoles()
    refuse('events', 'orderRoles', { error: 'The service is busy.' })
    await user.click(screen.getByRole('button', { name: 'Move Entrance up' }))
    expect(await screen.findByText('The service is busy.')).toBeDefined()
    await waitFor(() => expect(shownRoles()).toEqual(['Bar', 'Entrance', 'Stage']))
  })

  it('is not asked about a single role', async () => {
    await openRoles({ ...festival, roles: roles.slice(0, 1) })
    expect(screen.queryByRole('button', { name: /^Move / })).toBeNull()
    expect(screen.queryByText(/^Drag the dots/)).toBeNull()
  })
})
